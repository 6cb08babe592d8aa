import { expect, it } from 'vitest'
import { findDelimiter } from './delimiter.ts'

it.each([
  ['semicolons', 'a;b;c\n1,2;3,4;5', ';', 0],
  ['commas', 'a,b,c\n1;2', ',', 0],
  ['tabs', 'a\tb\tc', '\t', 0],
  ['one column', 'Name\nTea', ';', 0],
  ['as many of both', 'a;b,c', ';', 0],
  ['commas inside quotes', '"a,b,c,d";e', ';', 0],
  ['a line break inside quotes', '"a\nb,c,d,e";f', ';', 0],
  ['a doubled quote', '"a"",b,""c,d";e', ';', 0],
  ['a blank line first', '\r\n;;;\r\na,b,c', ',', 0],
  ['tabs before commas when there are as many', 'a\tb,c', '\t', 0],
  ['the first line alone', 'a,b\n1;2;3;4', ',', 0],
  ['a line of commas first', ',,,\n a;b', ';', 0],
  ['nothing at all', '', ';', 0],
  ['what only looks like such a line', 'x\nsep=,\n', ';', 0],
  ['what only begins like such a line', 'sep=,x\na;b', ',', 0],
  ['a line of tabs that says so, in any letters', 'SEP=\t\na;b;c', '\t', 6],
  ['a line that says so', 'sep=,\r\na;b;c', ',', 7],
  ['such a line in quotes', '"sep=;"\na,b', ';', 8],
])('detects the delimiter and the length of its line, given %s', (_, text, delimiter, skip) => {
  expect(findDelimiter(text)).toEqual({ delimiter, skip })
})
