-- How a supplier writes numbers, as its list and its balance show: 1,234.56 (point) or 1.234,56 (comma).
ALTER TABLE suppliers ADD COLUMN number_notation text;
ALTER TABLE suppliers ADD CONSTRAINT suppliers_number_notation
  CHECK (number_notation IN ('point', 'comma', 'mixed')) NOT VALID;
