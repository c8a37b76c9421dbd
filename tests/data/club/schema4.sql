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
CREATE FUNCTION icekeeper.tell_tournament() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    BEGIN
        PERFORM pg_notify('icekeeper', 'tournament ' || NEW.tournament);
        RETURN NULL;
    END $$;
CREATE TABLE icekeeper.analyses (
    match_id text NOT NULL,
    about text NOT NULL,
    body text NOT NULL
);
CREATE TABLE icekeeper.decisions (
    tournament text NOT NULL,
    number integer NOT NULL,
    body text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
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
CREATE TABLE icekeeper.tournaments (
    id text NOT NULL,
    made_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
CREATE TABLE icekeeper.version (
    number integer NOT NULL
);
INSERT INTO icekeeper.analyses VALUES ('20231114-221320-d0d142', 'about', '{}');
INSERT INTO icekeeper.decisions VALUES ('cupofold', 0, '{"kind":"made","title":"Cup","game":"ice-cult","least":2,"most":2,"lot":995358067}', '2026-11-19 17:07:31.159481+00');
INSERT INTO icekeeper.decisions VALUES ('cupofold', 1, '{"kind":"came","person":1}', '2026-11-19 17:07:31.299311+00');
INSERT INTO icekeeper.decisions VALUES ('cupofold', 2, '{"kind":"came","person":4}', '2026-11-19 17:07:31.303289+00');
INSERT INTO icekeeper.decisions VALUES ('cupofold', 3, '{"kind":"drawn","round":{"number":1,"tables":[{"table":1,"seats":[[4,"g"],[1,"b"]]}],"byes":[]}}', '2026-11-19 17:07:31.416881+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 0, 'created', '{"kind":"created","at":1700000000.0,"name":"Finale","players":[{"name":"Ada","colour":"r"},{"name":"Bj\u00f6rn","colour":"y"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","","r"],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x2a1cf9eb43beff17fbc30160', '2026-11-19 17:07:26.775783+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 1, 'acted', '{"kind":"acted","at":1700000005.0,"word":"Nn"}', '\x9db284e470fefd9cb8a8acb8', '2026-11-19 17:07:26.776625+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 2, 'acted', '{"kind":"acted","at":1700000010.0,"word":"Ee"}', '\xded838b14a72bc37723e8c2d', '2026-11-19 17:07:26.776781+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 3, 'acted', '{"kind":"acted","at":1700000015.0,"word":"rS5@NE"}', '\x2519fd064b262641f29b1449', '2026-11-19 17:07:26.776892+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 4, 'turn-ended', '{"kind":"turn-ended","at":1700000015.0,"turn":1,"player":"r","actions":["Nn","Ee","rS5@NE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"r","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"yyyyygggggbbbbb","goal":{"N":"rrrr","E":"","S":"r","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":15.0,"source":"hand","human":false,"evidence":[]}', '\x8a21eb8eefb3ea71820d3554', '2026-11-19 17:07:26.777023+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 5, 'told', '{"kind":"told","at":1700000015.0,"id":"1.win","turn":1,"about":"win","rule":"R21","text":{"en":"Red brings its fifth pawn home on the south path. Red wins.","de":"Rot bringt die f\u00fcnfte Figur auf dem s\u00fcdlichen Eispfad ins Ziel. Rot gewinnt.","fr":"Rouge am\u00e8ne son cinqui\u00e8me pion \u00e0 l\u2019arriv\u00e9e sur le chemin sud. Rouge gagne.","it":"Rosso porta la quinta pedina alla meta sul sentiero sud. Rosso vince."},"evidence":[],"offers":[]}', '\x94ea1825574802d110f86403', '2026-11-19 17:07:26.77726+00');
INSERT INTO icekeeper.events VALUES ('20231114-221320-d0d142', 6, 'finished', '{"kind":"finished","at":1700000015.0,"winners":"r","how":"goal"}', '\x0287755d2ff0a59596a6bbee', '2026-11-19 17:07:26.777407+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 0, 'created', '{"kind":"created","at":1700003600.0,"name":"Unfinished","players":[{"name":"ada","colour":"r"},{"name":"Chiara","colour":"y"},{"name":"Dora","colour":"g"}],"house":{"circles":"must","end":"move","tower":"anyone"},"set":{"name":"standard","spaces":5,"cubes":{"NW":{"U":"arc:SE","D":"circle","N":"red>U","E":"yellow>N","S":"green>D","W":"blue>S"},"NE":{"U":"arc:SW","D":"circle","N":"yellow>E","E":"green>U","S":"blue>W","W":"red>D"},"SE":{"U":"arc:NW","D":"circle","N":"green>W","E":"blue>D","S":"red>E","W":"yellow>U"},"SW":{"U":"arc:NE","D":"circle","N":"blue>D","E":"red>S","S":"yellow>U","W":"green>N"}}},"start":{"cubes":{"NW":"UN","NE":"UN","SE":"UN","SW":"UN"},"paths":{"N":["","","","",""],"E":["","","","",""],"S":["","","","",""],"W":["","","","",""]},"start":"rrrrryyyyygggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"r"},"layout":"sides","simulated":false,"source":"hand","software":"icekeeper 0.2.0","game":"ice-cult"}', '\x9137ca767267e082bd34a0b9', '2026-11-19 17:07:26.848005+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 1, 'acted', '{"kind":"acted","at":1700003605.0,"word":"Nn"}', '\x1a8e4cab0299041a09d6c805', '2026-11-19 17:07:26.848169+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 2, 'acted', '{"kind":"acted","at":1700003610.0,"word":"Ee"}', '\xfa5e8844000bf758fe3bc52a', '2026-11-19 17:07:26.848235+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 3, 'acted', '{"kind":"acted","at":1700003615.0,"word":"gS0@NW"}', '\x5576193da15403f824a1ad80', '2026-11-19 17:07:26.848285+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 4, 'acted', '{"kind":"acted","at":1700003620.0,"word":"rS0@NE"}', '\xc275fb8b418c9ce3f6331408', '2026-11-19 17:07:26.848333+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 5, 'acted', '{"kind":"acted","at":1700003625.0,"word":"yE0@SE"}', '\xae5df97e2fdae95a3ca2bbe3', '2026-11-19 17:07:26.848378+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 6, 'turn-ended', '{"kind":"turn-ended","at":1700003626.0,"turn":1,"player":"r","actions":["Nn","Ee","gS0@NW","rS0@NE","yE0@SE"],"after":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"},"verdict":{"legal":true,"winners":"","next":{"cubes":{"NW":"SU","NE":"WU","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"y"}},"seen_from_s":0.0,"seen_to_s":26.0,"source":"hand","human":false,"evidence":[]}', '\x1bdab9315c6ac98e0862bd7b', '2026-11-19 17:07:26.848421+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 7, 'acted', '{"kind":"acted","at":1700003630.0,"word":"Nn"}', '\x1c6dfc659694960b0bf9fb41', '2026-11-19 17:07:26.848484+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 8, 'turn-ended', '{"kind":"turn-ended","at":1700003631.0,"turn":2,"player":"y","actions":["Nn"],"after":{"cubes":{"NW":"DS","NE":"DW","SE":"WN","SW":"UN"},"paths":{"N":["","","","",""],"E":["y","","","",""],"S":["gr","","","",""],"W":["","","","",""]},"start":"rrrryyyyggggbbbbb","goal":{"N":"","E":"","S":"","W":""},"to_move":"g"},"verdict":{"legal":false,"rule":"tilt-count","at":1,"text":"One tilt seen, two are needed. (R8)"},"seen_from_s":26.0,"seen_to_s":31.0,"source":"hand","human":false,"evidence":[]}', '\x483ff76fe0b7d221e527a5ee', '2026-11-19 17:07:26.848529+00');
INSERT INTO icekeeper.events VALUES ('20231114-231320-1a4f5e', 9, 'told', '{"kind":"told","at":1700003631.0,"id":"2.8","turn":2,"about":"fault","rule":"tilt-count","text":{"en":"One tilt seen, two are needed. (R8)","de":"Nur einmal gekippt; zweimal ist Pflicht. (R8)","fr":"Un seul pivotement vu\u00a0; il en faut deux. (R8)","it":"Una sola rotazione vista; ne servono due. (R8)"},"evidence":[],"offers":["play-it-now","play-on","wrong"]}', '\x2f3d1a1f8910af0bb4521d7a', '2026-11-19 17:07:26.848573+00');
INSERT INTO icekeeper.matches VALUES ('20231114-221320-d0d142', '9438300aaca33e39', 'Finale', 1700000000, NULL, 7, '\x0287755d2ff0a59596a6bbee', 0, '2026-11-19 17:07:26.771966+00');
INSERT INTO icekeeper.matches VALUES ('20231114-231320-1a4f5e', '9438300aaca33e39', 'Unfinished', 1700003600, NULL, 10, '\x2f3d1a1f8910af0bb4521d7a', 0, '2026-11-19 17:07:26.839012+00');
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (1, 'Ada', 'ada', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (2, 'Björn', 'björn', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (4, 'Chiara', 'chiara', NULL);
INSERT INTO icekeeper.people OVERRIDING SYSTEM VALUE VALUES (5, 'Dora', 'dora', 2);
INSERT INTO icekeeper.pictures VALUES ('20231114-221320-d0d142', 'p1', 'before', 1, '\xffd82070696374757265');
INSERT INTO icekeeper.seats VALUES ('20231114-221320-d0d142', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-221320-d0d142', 'y', 2);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-1a4f5e', 'r', 1);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-1a4f5e', 'y', 4);
INSERT INTO icekeeper.seats VALUES ('20231114-231320-1a4f5e', 'g', 5);
INSERT INTO icekeeper.series OVERRIDING SYSTEM VALUE VALUES (1, 'Autumn', '2023-11-01', '2023-11-30', '');
INSERT INTO icekeeper.summaries VALUES ('20231114-231320-1a4f5e', 10, 0, '113380aacd5b2e5773df5492', '{"id": "20231114-231320-1a4f5e", "game": "ice-cult", "name": "Unfinished", "at": 1700003600.0, "players": [{"name": "ada", "colour": "r"}, {"name": "Chiara", "colour": "y"}, {"name": "Dora", "colour": "g"}], "turns": 2, "faults": 1, "winners": "", "how": null, "source": "hand", "simulated": false, "seconds": 31.0, "points": {}, "rules": ["tilt-count"]}');
INSERT INTO icekeeper.summaries VALUES ('20231114-221320-d0d142', 7, 0, '113380aacd5b2e5773df5492', '{"id": "20231114-221320-d0d142", "game": "ice-cult", "name": "Finale", "at": 1700000000.0, "players": [{"name": "Ada", "colour": "r"}, {"name": "Bj\u00f6rn", "colour": "y"}], "turns": 1, "faults": 0, "winners": "r", "how": "goal", "source": "hand", "simulated": false, "seconds": 15.0, "points": {}, "rules": []}');
INSERT INTO icekeeper.tables VALUES ('9438300aaca33e39', 'Table 1', 'icekeeper 0.2.0', '20231114-231320-1a4f5e', '2026-11-19 17:07:26.717482+00');
INSERT INTO icekeeper.tournaments VALUES ('cupofold', '2026-11-19 17:07:31.153824+00');
INSERT INTO icekeeper.version VALUES (4);
SELECT pg_catalog.setval('icekeeper.people_id_seq', 5, true);
SELECT pg_catalog.setval('icekeeper.series_id_seq', 1, true);
ALTER TABLE ONLY icekeeper.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (match_id);
ALTER TABLE ONLY icekeeper.decisions
    ADD CONSTRAINT decisions_pkey PRIMARY KEY (tournament, number);
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
ALTER TABLE ONLY icekeeper.tournaments
    ADD CONSTRAINT tournaments_pkey PRIMARY KEY (id);
CREATE INDEX pictures_by_id ON icekeeper.pictures USING btree (id);
CREATE INDEX seats_of_person ON icekeeper.seats USING btree (person);
CREATE TRIGGER decision_told AFTER INSERT ON icekeeper.decisions FOR EACH ROW EXECUTE FUNCTION icekeeper.tell_tournament();
CREATE TRIGGER events_final BEFORE UPDATE ON icekeeper.events FOR EACH ROW EXECUTE FUNCTION icekeeper.events_are_final();
CREATE TRIGGER events_told AFTER INSERT ON icekeeper.events REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_events();
CREATE TRIGGER people_told AFTER INSERT OR DELETE OR UPDATE ON icekeeper.people FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_change('people');
CREATE TRIGGER series_told AFTER INSERT OR DELETE OR UPDATE ON icekeeper.series FOR EACH STATEMENT EXECUTE FUNCTION icekeeper.tell_change('people');
CREATE TRIGGER table_told AFTER INSERT OR UPDATE ON icekeeper.tables FOR EACH ROW EXECUTE FUNCTION icekeeper.tell_table();
ALTER TABLE ONLY icekeeper.analyses
    ADD CONSTRAINT analyses_match_id_fkey FOREIGN KEY (match_id) REFERENCES icekeeper.matches(id) ON DELETE CASCADE;
ALTER TABLE ONLY icekeeper.decisions
    ADD CONSTRAINT decisions_tournament_fkey FOREIGN KEY (tournament) REFERENCES icekeeper.tournaments(id) ON DELETE CASCADE;
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
