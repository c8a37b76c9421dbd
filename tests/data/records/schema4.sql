BEGIN TRANSACTION;
CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, sum BLOB, PRIMARY KEY (match_id, number)) WITHOUT ROWID;
INSERT INTO "events" VALUES('20231114-221320-92ef3c',0,'created','{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'F0EAFC4B706D94A59E33847A');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',1,'acted','{"kind":"acted","at":1700000005.0,"word":"Nn"}',X'67DD3D0BA11D6BB85FF34B8B');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',2,'acted','{"kind":"acted","at":1700000010.0,"word":"Ee"}',X'6C9DA89E74847A50A10DEFC3');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',3,'acted','{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}',X'37831483E25BE6EC96663EEE');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',4,'turn-ended','{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}',X'EDDCD9B50E3BC821FF6B87E9');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',5,'told','{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina all\u2019arrivo sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}',X'66BC43C1F7D78DCEAEE2ABE4');
INSERT INTO "events" VALUES('20231114-221320-92ef3c',6,'finished','{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}',X'189FD86B57990636BAD81373');
INSERT INTO "events" VALUES('20231114-231320-3baa63',0,'created','{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'10D41352797E8DBF971156FE');
INSERT INTO "events" VALUES('20231114-231320-3baa63',1,'acted','{"kind":"acted","at":1700003605.0,"word":"Nn"}',X'41F431DA2410DE9AE062F471');
INSERT INTO "events" VALUES('20231114-231320-3baa63',2,'acted','{"kind":"acted","at":1700003610.0,"word":"Ee"}',X'E420C618D24B7A88C14E3DBD');
INSERT INTO "events" VALUES('20231114-231320-3baa63',3,'acted','{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}',X'D0F98337D461ABBA4C300E0C');
INSERT INTO "events" VALUES('20231114-231320-3baa63',4,'acted','{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}',X'46B2120F77569BB1B94258F7');
INSERT INTO "events" VALUES('20231114-231320-3baa63',5,'acted','{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}',X'7712308CB1C2511996E7E3B3');
INSERT INTO "events" VALUES('20231114-231320-3baa63',6,'turn-ended','{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}',X'7749C388BD34B6070E04DDED');
INSERT INTO "events" VALUES('20231114-231320-3baa63',7,'acted','{"kind":"acted","at":1700003630.0,"word":"Nn"}',X'ADD7C1755901AC9E85FF05F4');
INSERT INTO "events" VALUES('20231114-231320-3baa63',8,'turn-ended','{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}',X'3D6F51D5A5A2DC28648287DE');
INSERT INTO "events" VALUES('20231114-231320-3baa63',9,'told','{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}',X'0204F984BFEBEF22EF4E293C');
CREATE TABLE heads (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        head BLOB NOT NULL, pictures INTEGER NOT NULL, played_at REAL NOT NULL, sum BLOB NOT NULL, kept BLOB NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "heads" VALUES('20231114-221320-92ef3c',7,X'189FD86B57990636BAD81373',1,1.79510849545544385911e+09,X'E80E8A66FEA55500C37327BF',X'25D4A999AC66CF07F7EA2CF4');
INSERT INTO "heads" VALUES('20231114-231320-3baa63',10,X'0204F984BFEBEF22EF4E293C',0,1.79510849544796085358e+09,X'8AD2F8BF2F568FB294CD760C',X'25D4A999AC66CF07F7EA2CF4');
CREATE TABLE matches (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at REAL NOT NULL, software TEXT NOT NULL, profile TEXT, camera TEXT);
INSERT INTO "matches" VALUES('20231114-221320-92ef3c','Finale',1700000000.0,'icekeeper 0.2.0',NULL,NULL);
INSERT INTO "matches" VALUES('20231114-231320-3baa63','Unfinished',1700003600.0,'icekeeper 0.2.0',NULL,NULL);
CREATE TABLE pictures (
        id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
        caption TEXT NOT NULL, taken_at_s REAL NOT NULL, jpeg BLOB NOT NULL, sum BLOB) WITHOUT ROWID;
INSERT INTO "pictures" VALUES('p1','20231114-221320-92ef3c','before',1.0,X'FFD82070696374757265',X'336525BD9D10A143755058C8');
CREATE TABLE snapshots (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        turns INTEGER NOT NULL, form TEXT NOT NULL, head BLOB NOT NULL, body BLOB NOT NULL, sum BLOB NOT NULL,
        PRIMARY KEY (match_id, events)) WITHOUT ROWID;
CREATE TABLE summaries (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        form TEXT NOT NULL, listed TEXT NOT NULL, people TEXT NOT NULL, sum BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX pictures_of_match ON pictures(match_id);
CREATE INDEX events_of_kind ON events(match_id, kind);
CREATE TRIGGER events_are_final BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
PRAGMA user_version = 4;
COMMIT;
