import { expect, test } from 'vitest'
import { findDelimiter } from './delimiter.ts'

test.each([
  ['semicolons', 'a;b;c\n1,2;3,4;5', ';', 0],
  ['commas', 'a,b,c\n1;2', ',', 0],
  ['tabs', 'a\tb\tc', '\t', 0],
  ['one column', 'Name\nTea', ';', 0],
  ['as many of both', 'a;b,c', ';', 0],
  ['commas inside quotes', '"a,b,c,d";e', ';', 0],
  ['a line break inside quotes', '"a\nb,c,d,e";f', ';', 0],
  ['a doubled quote', '"a"",b,""c,d";e', ';', 0],
  ['a blank line first', '\r\n;;;\r\na,b,c', ',', 0],
  ['a line that says so', 'sep=,\r\na;b;c', ',', 7],
  ['such a line in quotes', '"sep=;"\na,b', ';', 8],
])('the delimiter is told by %s', (_, text, delimiter, skip) => {
  expect(findDelimiter(text)).toEqual({ delimiter, skip })
})
