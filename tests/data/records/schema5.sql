BEGIN TRANSACTION;
CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, sum BLOB, PRIMARY KEY (match_id, number)) WITHOUT ROWID;
INSERT INTO "events" VALUES('20231114-221320-53f822',0,'created','{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'5E6E548B1EE4C3BA34588600');
INSERT INTO "events" VALUES('20231114-221320-53f822',1,'acted','{"kind":"acted","at":1700000005.0,"word":"Nn"}',X'5E5C1AEAAEC07C4B1B42CCBF');
INSERT INTO "events" VALUES('20231114-221320-53f822',2,'acted','{"kind":"acted","at":1700000010.0,"word":"Ee"}',X'243276FA4BC80605E74C224D');
INSERT INTO "events" VALUES('20231114-221320-53f822',3,'acted','{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}',X'15EB4FD69B663D18182391C3');
INSERT INTO "events" VALUES('20231114-221320-53f822',4,'turn-ended','{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}',X'6FBF5B3DF0286DB3AB03E5D9');
INSERT INTO "events" VALUES('20231114-221320-53f822',5,'told','{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina all\u2019arrivo sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}',X'EAA137D407E61965F64DD166');
INSERT INTO "events" VALUES('20231114-221320-53f822',6,'finished','{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}',X'258A8C1C880EB669B5017C00');
INSERT INTO "events" VALUES('20231114-231320-51256f',0,'created','{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'143FC469DD0B9F533BD346F6');
INSERT INTO "events" VALUES('20231114-231320-51256f',1,'acted','{"kind":"acted","at":1700003605.0,"word":"Nn"}',X'5C5CDF4595867EDC6AC91D0B');
INSERT INTO "events" VALUES('20231114-231320-51256f',2,'acted','{"kind":"acted","at":1700003610.0,"word":"Ee"}',X'2D317C859419FAAB0B8C674C');
INSERT INTO "events" VALUES('20231114-231320-51256f',3,'acted','{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}',X'B52B175E9869F98712B2A3E2');
INSERT INTO "events" VALUES('20231114-231320-51256f',4,'acted','{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}',X'7FA7307F98E3761216688C8D');
INSERT INTO "events" VALUES('20231114-231320-51256f',5,'acted','{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}',X'A85E962AAA5AB0B6C1C03BB8');
INSERT INTO "events" VALUES('20231114-231320-51256f',6,'turn-ended','{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}',X'41AF811D83854F693EB2CB11');
INSERT INTO "events" VALUES('20231114-231320-51256f',7,'acted','{"kind":"acted","at":1700003630.0,"word":"Nn"}',X'6BC7CF3A7C513C932CAF0803');
INSERT INTO "events" VALUES('20231114-231320-51256f',8,'turn-ended','{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}',X'A194D7EFA870049B5E5ECBAE');
INSERT INTO "events" VALUES('20231114-231320-51256f',9,'told','{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}',X'6DACE76466B5C056C13B1ECB');
CREATE TABLE heads (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        head BLOB NOT NULL, pictures INTEGER NOT NULL, played_at REAL NOT NULL, sum BLOB NOT NULL, kept BLOB NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "heads" VALUES('20231114-221320-53f822',7,X'258A8C1C880EB669B5017C00',1,1.79510801953955507277e+09,X'145A423B59CE59CC5962BF71',X'25D4A999AC66CF07F7EA2CF4');
INSERT INTO "heads" VALUES('20231114-231320-51256f',10,X'6DACE76466B5C056C13B1ECB',0,1.79510801953251719481e+09,X'E0EA944ABF84DFFA09E440CA',X'25D4A999AC66CF07F7EA2CF4');
CREATE TABLE matches (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at REAL NOT NULL, software TEXT NOT NULL, profile TEXT, camera TEXT);
INSERT INTO "matches" VALUES('20231114-221320-53f822','Finale',1700000000.0,'icekeeper 0.2.0',NULL,NULL);
INSERT INTO "matches" VALUES('20231114-231320-51256f','Unfinished',1700003600.0,'icekeeper 0.2.0',NULL,NULL);
CREATE TABLE pictures (
        id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
        caption TEXT NOT NULL, taken_at_s REAL NOT NULL, jpeg BLOB NOT NULL, sum BLOB) WITHOUT ROWID;
INSERT INTO "pictures" VALUES('p1','20231114-221320-53f822','before',1.0,X'FFD82070696374757265',X'E521525662A2784BE10EEA68');
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
PRAGMA user_version = 5;
COMMIT;
