-- Views of pages, added up by day: the first steps of the funnel. No visitor is in it.
CREATE TABLE page_views (
  day date NOT NULL,
  page text NOT NULL,
  platform text NOT NULL DEFAULT '',
  service text NOT NULL DEFAULT '',
  views integer NOT NULL CHECK (views > 0),
  PRIMARY KEY (day, page, platform, service)
);
