export function openMore() {}
