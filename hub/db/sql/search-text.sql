-- Text as searches compare it. Indexes are built on these functions, so they are applied before the migrations, and a
-- change of one of them needs a migration that builds its indexes again.

-- Small letters, ё as е, and a space for whatever stands between words.
CREATE OR REPLACE FUNCTION search_key(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN btrim(translate(lower(value), E'ё.,;:!?/\\|()[]{}"\'«»„“”‘’`´+*=<>%#№@&_~^$€₽₸-–—\t\n\r\u00a0\u202f', rpad('е', 52)));

-- The text in which words are searched. A space stands before each word, so that a pattern can say how a word begins.
CREATE OR REPLACE FUNCTION product_search_text(name text, code text, article text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ' ' || search_key(name || ' ' || code || ' ' || coalesce(article, ''));

-- The end of the organization's id, put before each word: so an index of all organizations is searched for the words of
-- one. Where two organizations have the same end, a search takes longer and still tells them apart.
CREATE OR REPLACE FUNCTION search_word_prefix(organization uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN right(organization::text, 12);

-- The words of a product for the index, each with a prefix. No text search configuration decides what a word is: till and
-- hub must find the same.
CREATE OR REPLACE FUNCTION product_search_words(organization uuid, name text, code text, article text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(array_remove(string_to_array(
  replace(product_search_text(name, code, article), ' ', ' ' || search_word_prefix(organization)), ' '),
  ''), search_word_prefix(organization)));

-- What of a text stands in product_words: its words of more than a letter, and what words with digits have before the first.
CREATE OR REPLACE FUNCTION kept_words(search_text text) RETURNS TABLE (word text, is_beginning boolean)
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT kept.word, kept.word <> whole.word
  FROM string_to_table(search_text, ' ') AS whole (word)
  CROSS JOIN LATERAL (SELECT split_part(translate(whole.word, '123456789', '000000000'), '0', 1) AS word) AS kept
  WHERE length(kept.word) > 1;
END;

-- A word with a Latin letter or a digit for each Cyrillic letter. In a database whose LC_CTYPE is C (the one that the hub
-- starts itself has it) trigrams are made of these only.
CREATE OR REPLACE FUNCTION search_fold(word text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(word, 'абвгдежзийклмнопрстуфхцчшщъыьэюяәғқңөұүһіў', 'abvgdejziyklmnoprstufxcqwh0123456789ouuhiu');

-- The text in which names of people and companies are searched, with slips of the finger.
CREATE OR REPLACE FUNCTION name_search_text(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN search_fold(search_key(name));
