"""Names and clubs of the local network, over real multicast on this machine."""
