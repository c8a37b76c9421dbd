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
CREATE TABLE icekeeper.analyses (
    match_id text NOT NULL,
    about text NOT NULL,
    body text NOT NULL
);
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
INSERT INTO icekeeper.analyses VALUES ('20231114-221320-2827e1', 'about', '{}');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 0, 'created', '{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x0e95096f8e832975c399d72b', '2026-11-19 17:07:15.011517+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 1, 'acted', '{"kind":"acted","at":1700000005.0,"word":"Nn"}', '\xf33552d4b734f4530d7ada2b', '2026-11-19 17:07:15.012454+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 2, 'acted', '{"kind":"acted","at":1700000010.0,"word":"Ee"}', '\x36b159d57aa9df7aae9b2db1', '2026-11-19 17:07:15.012629+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 3, 'acted', '{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}', '\x37c5008fb7ab2333bd331108', '2026-11-19 17:07:15.012758+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 4, 'turn-ended', '{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}', '\x22b1fd2da826f45b2ff84c48', '2026-11-19 17:07:15.012877+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 5, 'told', '{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina all\u2019arrivo sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}', '\x4856c6b37c99fd1166c7376f', '2026-11-19 17:07:15.013046+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-2827e1', 6, 'finished', '{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}', '\x7b8820397f64a4adb22032c6', '2026-11-19 17:07:15.013202+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 0, 'created', '{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x0a2f26d2e19291a45bb5beb1', '2026-11-19 17:07:15.055947+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 1, 'acted', '{"kind":"acted","at":1700003605.0,"word":"Nn"}', '\x114d8812672410a023a2f0f0', '2026-11-19 17:07:15.056134+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 2, 'acted', '{"kind":"acted","at":1700003610.0,"word":"Ee"}', '\xa26f9de0f580d30f5529cfc3', '2026-11-19 17:07:15.056209+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 3, 'acted', '{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}', '\xe3239a2879c13e7fbbdf2c57', '2026-11-19 17:07:15.056268+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 4, 'acted', '{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}', '\x782666ac0ea3213ee05052e6', '2026-11-19 17:07:15.056323+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 5, 'acted', '{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}', '\xc5c99948456aa0940f122a0c', '2026-11-19 17:07:15.056377+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 6, 'turn-ended', '{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}', '\x950b3a87be45fabb6969734a', '2026-11-19 17:07:15.056432+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 7, 'acted', '{"kind":"acted","at":1700003630.0,"word":"Nn"}', '\x126e69d343b1bc9c36727e12', '2026-11-19 17:07:15.056484+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 8, 'turn-ended', '{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}', '\xdd998d669a27fddb9de827c2', '2026-11-19 17:07:15.056535+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-765732', 9, 'told', '{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}', '\xa0c4e572ef8d346f70846db9', '2026-11-19 17:07:15.056583+00');
INSERT INTO icekeeper.matches VALUES ('20231114-221320-2827e1', '7611f5ae04ff14c1', 'Finale', 1700000000, NULL, 7, '\x7b8820397f64a4adb22032c6', 0, '2026-11-19 17:07:14.983016+00');
INSERT INTO icekeeper.matches VALUES ('20231114-231320-765732', '7611f5ae04ff14c1', 'Unfinished', 1700003600, NULL, 10, '\xa0c4e572ef8d346f70846db9', 0, '2026-11-19 17:07:15.048001+00');
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (1, 'Ada', 'ada', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (2, 'Björn', 'björn', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (4, 'Chiara', 'chiara', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (5, 'Dora', 'dora', 2);
INSERT INTO icekeeper.pictures VALUES ('20231114-221320-2827e1', 'p1', 'before', 1, '\xffd82070696374757265');
INSERT INTO icekeeper.seats VALUES ('20231114-221320-2827e1', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-221320-2827e1', 'y', 2);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-765732', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-765732', 'y', 4);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-765732', 'g', 5);
INSERT INTO icekeeper.series OVERRIDING SYSTEM VALUE VALUES (1, 'Autumn', '2023-11-01', '2023-11-30', '');
INSERT INTO icekeeper.summaries VALUES ('20231114-231320-765732', 10, 0, 'f7b6efefbc4255e65de59f45', '{"id": "20231114-231320-765732", "game": "ice-cult", "name": "Unfinished", "at": 1700003600.0, "players": [{"name": "ada", "colour": "r"}, {"name": "Chiara", "colour": "y"}, {"name": "Dora", "colour": "g"}], "turns": 2, "faults": 1, "winners": "", "how": null, "source": "hand", "simulated": false, "seconds": 31.0, "rules": ["tilt-count"], "points": {}}');
INSERT INTO icekeeper.summaries VALUES ('20231114-221320-2827e1', 7, 0, 'f7b6efefbc4255e65de59f45', '{"id": "20231114-221320-2827e1", "game": "ice-cult", "name": "Finale", "at": 1700000000.0, "players": [{"name": "Ada", "colour": "r"}, {"name": "Bj\u00f6rn", "colour": "y"}], "turns": 1, "faults": 0, "winners": "r", "how": "goal", "source": "hand", "simulated": false, "seconds": 15.0, "rules": [], "points": {}}');
INSERT INTO icekeeper.tables VALUES ('7611f5ae04ff14c1', 'Table 1', 'icekeeper 0.2.0', '20231114-231320-765732', '2026-11-19 17:07:14.895178+00');
INSERT INTO icekeeper.version VALUES (3);
SELECT pg_catalog.setval('icekeeper.people_id_seq', 5, true);
SELECT pg_catalog.setval('icekeeper.series_id_seq', 1, true);
ALTER TABLE ONLY icekeeper.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (match_id);
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
ALTER TABLE ONLY icekeeper.analyses
    ADD CONSTRAINT analyses_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
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
