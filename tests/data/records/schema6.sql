BEGIN TRANSACTION;
CREATE TABLE club (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "club" VALUES('names','[]');
INSERT INTO "club" VALUES('table','da0ff63a6a2d2c10');
CREATE TABLE events (
        match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE, number INTEGER NOT NULL,
        kind TEXT NOT NULL, body TEXT NOT NULL, sum BLOB, PRIMARY KEY (match_id, number)) WITHOUT ROWID;
INSERT INTO "events" VALUES('20231114-221320-f23a82',0,'created','{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'14F0BA8276424C0198F70148');
INSERT INTO "events" VALUES('20231114-221320-f23a82',1,'acted','{"kind":"acted","at":1700000005.0,"word":"Nn"}',X'9106DA413B029E58DEFF3E51');
INSERT INTO "events" VALUES('20231114-221320-f23a82',2,'acted','{"kind":"acted","at":1700000010.0,"word":"Ee"}',X'8054247583DA1219210DAAEA');
INSERT INTO "events" VALUES('20231114-221320-f23a82',3,'acted','{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}',X'2662B971E64E121BE0E9E3E8');
INSERT INTO "events" VALUES('20231114-221320-f23a82',4,'turn-ended','{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}',X'4E8DF0BB9BC324C29AA46412');
INSERT INTO "events" VALUES('20231114-221320-f23a82',5,'told','{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina all\u2019arrivo sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}',X'7983158E0C04ECAC8D8C4CB9');
INSERT INTO "events" VALUES('20231114-221320-f23a82',6,'finished','{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}',X'6E78450BDD8A83D2B1CC5A9F');
INSERT INTO "events" VALUES('20231114-231320-04a493',0,'created','{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}',X'276BACDB6C37574EEBC2E6CD');
INSERT INTO "events" VALUES('20231114-231320-04a493',1,'acted','{"kind":"acted","at":1700003605.0,"word":"Nn"}',X'71DC605104F820DB2447C87D');
INSERT INTO "events" VALUES('20231114-231320-04a493',2,'acted','{"kind":"acted","at":1700003610.0,"word":"Ee"}',X'73FB7CF57ACAD988BC1F451A');
INSERT INTO "events" VALUES('20231114-231320-04a493',3,'acted','{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}',X'78B6C2B9E859ED60F26B29BD');
INSERT INTO "events" VALUES('20231114-231320-04a493',4,'acted','{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}',X'4FF21B8A1C1126007140DE25');
INSERT INTO "events" VALUES('20231114-231320-04a493',5,'acted','{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}',X'F02B724A953363052467FEF7');
INSERT INTO "events" VALUES('20231114-231320-04a493',6,'turn-ended','{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}',X'C865484E0BEB99B374372260');
INSERT INTO "events" VALUES('20231114-231320-04a493',7,'acted','{"kind":"acted","at":1700003630.0,"word":"Nn"}',X'B7007F0261BF1EA0FA3C2A72');
INSERT INTO "events" VALUES('20231114-231320-04a493',8,'turn-ended','{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}',X'BAFF24FF9DB2FAE8E89506FE');
INSERT INTO "events" VALUES('20231114-231320-04a493',9,'told','{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}',X'3C848CD2FF9378F7B8C2E0CC');
CREATE TABLE heads (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, events INTEGER NOT NULL,
        head BLOB NOT NULL, pictures INTEGER NOT NULL, played_at REAL NOT NULL, sum BLOB NOT NULL, kept BLOB NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "heads" VALUES('20231114-221320-f23a82',7,X'6E78450BDD8A83D2B1CC5A9F',1,1.79510802399178528779e+09,X'C4E40846D00311EAF395646F',X'25D4A999AC66CF07F7EA2CF4');
INSERT INTO "heads" VALUES('20231114-231320-04a493',10,X'3C848CD2FF9378F7B8C2E0CC',0,1.79510802398438811303e+09,X'50402CE9D95E1D8E0B4BB34C',X'25D4A999AC66CF07F7EA2CF4');
CREATE TABLE matches (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at REAL NOT NULL, software TEXT NOT NULL, profile TEXT, camera TEXT);
INSERT INTO "matches" VALUES('20231114-221320-f23a82','Finale',1700000000.0,'icekeeper 0.2.0',NULL,NULL);
INSERT INTO "matches" VALUES('20231114-231320-04a493','Unfinished',1700003600.0,'icekeeper 0.2.0',NULL,NULL);
CREATE TABLE outbox (
        match_id TEXT PRIMARY KEY REFERENCES matches(id) ON DELETE CASCADE, sent INTEGER NOT NULL, head BLOB NOT NULL
        ) WITHOUT ROWID;
INSERT INTO "outbox" VALUES('20231114-221320-f23a82',7,X'6E78450BDD8A83D2B1CC5A9F');
INSERT INTO "outbox" VALUES('20231114-231320-04a493',10,X'3C848CD2FF9378F7B8C2E0CC');
CREATE TABLE pictures (
        id TEXT PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches(id) ON DELETE CASCADE,
        caption TEXT NOT NULL, taken_at_s REAL NOT NULL, jpeg BLOB NOT NULL, sum BLOB) WITHOUT ROWID;
INSERT INTO "pictures" VALUES('p1','20231114-221320-f23a82','before',1.0,X'FFD82070696374757265',X'3C4B3E38F1FC33C0D699754C');
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
PRAGMA user_version = 6;
COMMIT;
