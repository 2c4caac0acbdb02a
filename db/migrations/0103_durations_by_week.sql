-- The dashboard's durations are added up by week as the sweep counts them, so that it reads one week instead of seven
-- days. See docs/adr/0149.
CREATE TABLE weekly_durations (
  tenant_id bigint NOT NULL REFERENCES tenants (id),
  -- The seventh day. A moment counts in the seven weeks that hold its day.
  last_day date NOT NULL,
  figure text NOT NULL CHECK (figure IN ('decided', 'applied')),
  -- Of `decided`; 0: of all.
  tier smallint NOT NULL,
  -- See figures_between.
  bucket smallint NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (tenant_id, last_day, figure, tier, bucket)
);
SELECT wall_in('weekly_durations');

INSERT INTO weekly_durations (tenant_id, last_day, figure, tier, bucket, count)
SELECT d.tenant_id, d.day + n, d.figure, d.tier, d.bucket, sum(d.count)
FROM daily_figures d JOIN tenants t ON t.id = d.tenant_id CROSS JOIN generate_series(0, 6) AS n
WHERE d.figure IN ('decided', 'applied') AND d.day + n >= (clock_timestamp() AT TIME ZONE t.time_zone)::date - 2
GROUP BY 1, 2, 3, 4, 5;

-- The daily figures keep plain counts.
DELETE FROM daily_figures WHERE figure IN ('decided', 'applied');
ALTER TABLE daily_figures DROP CONSTRAINT daily_figures_pkey, DROP COLUMN tier, DROP COLUMN bucket,
  ADD PRIMARY KEY (tenant_id, day, figure), DROP CONSTRAINT daily_figures_figure_check,
  ADD CONSTRAINT daily_figures_figure_check
    CHECK (figure IN ('approved', 'rejected', 'expired', 'by_policy', 'pushed'));
