-- The sum of whole steps. `sum(bigint)` reckons in decimals and holds memory for each group: with tens of thousands of groups it
-- takes twice as long. Fails where the sum passes 64 bits, which is beyond all money.
CREATE OR REPLACE AGGREGATE total(bigint) (
  SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE
);
