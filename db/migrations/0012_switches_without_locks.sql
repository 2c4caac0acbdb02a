-- A flip no longer waits for those who look at a switch, nor do they stand in line behind it (docs/adr/0046): the
-- trigger that made them queue goes. Its function stays in db/functions/guards, because 0007 names it.
DROP TRIGGER kill_switches_queue_flip ON kill_switches;
