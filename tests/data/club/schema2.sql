CREATE SCHEMA icekeeper;
CREATE FUNCTION icekeeper.events_are_final() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
        IF current_setting('icekeeper.removing', true) IS DISTINCT FROM 'on' THEN
            RAISE EXCEPTION 'events are append-only';
        END IF;
        RETURN NEW;
    END $$;
CREATE FUNCTION icekeeper.tell_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
        PERFORM pg_notify('icekeeper', TG_ARGV[0]);
        RETURN NULL;
    END $$;
CREATE FUNCTION icekeeper.tell_events() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
        PERFORM pg_notify('icekeeper', 'match ' || match_id) FROM come GROUP BY match_id;
        RETURN NULL;
    END $$;
CREATE FUNCTION icekeeper.tell_table() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
        PERFORM pg_notify('icekeeper', 'table ' || NEW.id);
        RETURN NULL;
    END $$;
CREATE TABLE icekeeper.events (
    match_id text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    sum bytea NOT NULL,
    come_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE icekeeper.matches (
    id text NOT NULL,
    table_id text,
    name text NOT NULL,
    created_at double precision NOT NULL,
    profile text,
    next integer DEFAULT 0 NOT NULL,
    head bytea DEFAULT '\x'::bytea NOT NULL,
    changed integer DEFAULT 0 NOT NULL,
    written_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE icekeeper.people (
    id integer NOT NULL,
    name text NOT NULL,
    key text,
    same_as integer
);
ALTER TABLE icekeeper.people ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME icekeeper.people_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE icekeeper.pictures (
    match_id text NOT NULL,
    id text NOT NULL,
    caption text NOT NULL,
    taken_at_s double precision NOT NULL,
    jpeg bytea NOT NULL
);
CREATE TABLE icekeeper.seats (
    match_id text NOT NULL,
    colour text NOT NULL,
    person integer NOT NULL
);
CREATE TABLE icekeeper.series (
    id integer NOT NULL,
    name text NOT NULL,
    first_day date NOT NULL,
    last_day date NOT NULL,
    game text DEFAULT ''::text NOT NULL
);
ALTER TABLE icekeeper.series ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME icekeeper.series_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE icekeeper.summaries (
    match_id text NOT NULL,
    next integer NOT NULL,
    changed integer NOT NULL,
    form text NOT NULL,
    body text NOT NULL
);
CREATE TABLE icekeeper.tables (
    id text NOT NULL,
    name text NOT NULL,
    software text NOT NULL,
    match_id text,
    seen_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE icekeeper.version (
    number integer NOT NULL
);
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 0, 'created', '{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x14f0ba8276424c0198f70148', '2026-11-19 17:07:04.819202+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 1, 'acted', '{"kind":"acted","at":1700000005.0,"word":"Nn"}', '\x9106da413b029e58deff3e51', '2026-11-19 17:07:04.820026+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 2, 'acted', '{"kind":"acted","at":1700000010.0,"word":"Ee"}', '\x8054247583da1219210daaea', '2026-11-19 17:07:04.820226+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 3, 'acted', '{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}', '\x2662b971e64e121be0e9e3e8', '2026-11-19 17:07:04.820341+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 4, 'turn-ended', '{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}', '\x4e8df0bb9bc324c29aa46412', '2026-11-19 17:07:04.820452+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 5, 'told', '{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina all\u2019arrivo sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}', '\x7983158e0c04ecac8d8c4cb9', '2026-11-19 17:07:04.820575+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-f23a82', 6, 'finished', '{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}', '\x6e78450bdd8a83d2b1cc5a9f', '2026-11-19 17:07:04.82068+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 0, 'created', '{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x276bacdb6c37574eebc2e6cd', '2026-11-19 17:07:04.832236+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 1, 'acted', '{"kind":"acted","at":1700003605.0,"word":"Nn"}', '\x71dc605104f820db2447c87d', '2026-11-19 17:07:04.832346+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 2, 'acted', '{"kind":"acted","at":1700003610.0,"word":"Ee"}', '\x73fb7cf57acad988bc1f451a', '2026-11-19 17:07:04.832399+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 3, 'acted', '{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}', '\x78b6c2b9e859ed60f26b29bd', '2026-11-19 17:07:04.832445+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 4, 'acted', '{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}', '\x4ff21b8a1c1126007140de25', '2026-11-19 17:07:04.832487+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 5, 'acted', '{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}', '\xf02b724a953363052467fef7', '2026-11-19 17:07:04.832527+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 6, 'turn-ended', '{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}', '\xc865484e0beb99b374372260', '2026-11-19 17:07:04.832581+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 7, 'acted', '{"kind":"acted","at":1700003630.0,"word":"Nn"}', '\xb7007f0261bf1ea0fa3c2a72', '2026-11-19 17:07:04.83262+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 8, 'turn-ended', '{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}', '\xbaff24ff9db2fae8e89506fe', '2026-11-19 17:07:04.832658+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-04a493', 9, 'told', '{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}', '\x3c848cd2ff9378f7b8c2e0cc', '2026-11-19 17:07:04.832697+00');
INSERT INTO icekeeper.matches VALUES ('20231114-221320-f23a82', 'da0ff63a6a2d2c10', 'Finale', 1700000000, NULL, 7, '\x6e78450bdd8a83d2b1cc5a9f', 0, '2026-11-19 17:07:04.81658+00');
INSERT INTO icekeeper.matches VALUES ('20231114-231320-04a493', 'da0ff63a6a2d2c10', 'Unfinished', 1700003600, NULL, 10, '\x3c848cd2ff9378f7b8c2e0cc', 0, '2026-11-19 17:07:04.830963+00');
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (1, 'Ada', 'ada', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (2, 'Björn', 'björn', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (4, 'Chiara', 'chiara', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (5, 'Dora', 'dora', 2);
INSERT INTO icekeeper.pictures VALUES ('20231114-221320-f23a82', 'p1', 'before', 1, '\xffd82070696374757265');
INSERT INTO icekeeper.seats VALUES ('20231114-221320-f23a82', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-221320-f23a82', 'y', 2);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-04a493', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-04a493', 'y', 4);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-04a493', 'g', 5);
INSERT INTO icekeeper.series OVERRIDING SYSTEM VALUE VALUES (1, 'Autumn', '2023-11-01', '2023-11-30', '');
INSERT INTO icekeeper.summaries VALUES ('20231114-231320-04a493', 10, 0, 'f7b6efefbc4255e65de59f45', '{"id": "20231114-231320-04a493", "name": "Unfinished", "at": 1700003600.0, "players": [{"name": "ada", "colour": "r"}, {"name": "Chiara", "colour": "y"}, {"name": "Dora", "colour": "g"}], "turns": 2, "faults": 1, "winners": "", "how": null, "source": "hand", "simulated": false, "seconds": 31.0, "game": "ice-cult", "rules": ["tilt-count"], "points": {}}');
INSERT INTO icekeeper.summaries VALUES ('20231114-221320-f23a82', 7, 0, 'f7b6efefbc4255e65de59f45', '{"id": "20231114-221320-f23a82", "name": "Finale", "at": 1700000000.0, "players": [{"name": "Ada", "colour": "r"}, {"name": "Bj\u00f6rn", "colour": "y"}], "turns": 1, "faults": 0, "winners": "r", "how": "goal", "source": "hand", "simulated": false, "seconds": 15.0, "game": "ice-cult", "rules": [], "points": {}}');
INSERT INTO icekeeper.tables VALUES ('da0ff63a6a2d2c10', 'Table 1', 'icekeeper 0.2.0', '20231114-231320-04a493', '2026-11-19 17:07:04.803375+00');
INSERT INTO icekeeper.version VALUES (2);
SELECT pg_catalog.setval('icekeeper.people_id_seq', 5, true);
SELECT pg_catalog.setval('icekeeper.series_id_seq', 1, true);
ALTER TABLE ONLY icekeeper.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match_id, number);
ALTER TABLE ONLY icekeeper.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY icekeeper.people
    ADD CONSTRAINT people_key_key UNIQUE (key);
ALTER TABLE ONLY icekeeper.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY icekeeper.pictures
    ADD CONSTRAINT pictures_pkey PRIMARY KEY (match_id, id);
ALTER TABLE ONLY icekeeper.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match_id, colour);
ALTER TABLE ONLY icekeeper.series
    ADD CONSTRAINT series_pkey PRIMARY KEY (id);
ALTER TABLE ONLY icekeeper.summaries
    ADD CONSTRAINT summaries_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY icekeeper.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX pictures_by_id ON icekeeper.pictures USING btree (id);
CREATE INDEX seats_of_person ON icekeeper.seats USING btree (person);
CREATE TRIGGER events_final BEFORE UPDATE ON icekeeper.events FOR EACH ROW EXECUTE FUNCTION icekeeper.events_are_final();
CREATE TRIGGER events_told AFTER INSERT ON icekeeper.events REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_events();
CREATE TRIGGER people_told AFTER INSERT OR DELETE OR UPDATE ON icekeeper.people FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_change('people');
CREATE TRIGGER series_told AFTER INSERT OR DELETE OR UPDATE ON icekeeper.series FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_change('people');
CREATE TRIGGER table_told AFTER INSERT OR UPDATE ON icekeeper.tables FOR EACH ROW EXECUTE FUNCTION icekeeper.tell_table();
ALTER TABLE ONLY icekeeper.events
    ADD CONSTRAINT events_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
ALTER TABLE ONLY icekeeper.matches
    ADD CONSTRAINT matches_table_id_fkey FOREIGN KEY (table_id) REFERENCES icekeeper.tables(id);
ALTER TABLE ONLY icekeeper.people
    ADD CONSTRAINT people_same_as_fkey FOREIGN KEY (same_as) REFERENCES icekeeper.people(id);
ALTER TABLE ONLY icekeeper.pictures
    ADD CONSTRAINT pictures_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
ALTER TABLE ONLY icekeeper.seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
ALTER TABLE ONLY icekeeper.seats
    ADD CONSTRAINT seats_person_fkey FOREIGN KEY (person) REFERENCES icekeeper.people(id);
ALTER TABLE ONLY icekeeper.summaries
    ADD CONSTRAINT summaries_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
