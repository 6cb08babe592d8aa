import { describe, expect, it } from 'vitest'
import { nonNegativeCell, numberCell, vatCell } from './number-cell.ts'

const cellError = (message: string) =>
  expect.objectContaining({ remarkText: expect.objectContaining({ message }) })

describe('numberCell', () => {
  it.each([
    ['1320', 132000],
    ['1320,00', 132000],
    ['200 000,00', 20000000],
    ['1\u00a0320,5', 132050],
    ['1\u202f320.50', 132050],
    ["24'990,00", 2499000],
    ["'99", 9900],
    ['1.234,56', 123456],
    ['1,234.56', 123456],
    ['1.234.567', 123456700],
    ['1,234,567.8', 123456780],
    ['12 500 руб.', 1250000],
    ['99,90₽', 9990],
    ['1 000 тг', 100000],
    ['₸ 5', 500],
    ['10 USD', 1000],
    ['0,10', 10],
    ['5,000', 500],
    ['0', 0],
    ['-5', -500],
    ['–5', -500],
    ['-0', 0],
    ['+7', 700],
    ['', null],
    [' \u00a0', null],
    ['-', null],
    ['—', null],
    ['9999999999,99', 999999999999],
    ['009999999999', 999999999900],
    ['–', null],
    ['10 рублей', 1000],
    ['10 рубля', 1000],
    ['1 рубль', 100],
    ['5 р.', 500],
    ['5 тенге', 500],
    ['5 тг.', 500],
    ['5 сум', 500],
    ['5 сом', 500],
    ['5 бел.', 500],
    ['$5', 500],
    ['€5', 500],
    ['£5', 500],
    ['5 RUB', 500],
    ['5 KZT', 500],
    ['5 UZS', 500],
    ['5 BYN', 500],
    ['5 KGS', 500],
    ['5 EUR', 500],
    ['5 GBP', 500],
    ['1\u2009000', 100000],
    ['-1.234.567', -123456700],
    ['12,345,678', 1234567800],
    ['12,3400', 1234],
  ])('reads %j as %j hundredths', (cell, steps) => {
    expect(numberCell(cell, 2)).toBe(steps)
  })

  it.each([
    ['дорого', 'is not a number'],
    ['1e5', 'is not a number'],
    ['1,2,3', 'is not a number'],
    ['12.34.56', 'is not a number'],
    ['5%', 'is not a number'],
    ['=1+1', 'is not a number'],
    ['1,', 'is not a number'],
    [',5', 'is not a number'],
    ['1.23.456', 'is not a number'],
    ['1234.567.890', 'is not a number'],
    ['1.234.5678', 'is not a number'],
    ['x1.234.567', 'is not a number'],
    ['1.234.567x', 'is not a number'],
    ['--5', 'is not a number'],
    ['5 5 x', 'is not a number'],
    ['x5', 'is not a number'],
    ['10000000000', 'is too large'],
    ['0x10', 'is not a number'],
    ['10,001', 'must have at most 2 decimal places'],
    ['99999999999', 'is too large'],
  ])('refuses %j as invalid', (cell, reason) => {
    expect(() => numberCell(cell, 2)).toThrow(cellError(reason))
  })

  it('returns the number in steps of the requested decimal places', () => {
    expect(numberCell('12.345,6789', 4)).toBe(123456789)
    expect(numberCell('1,5', 3)).toBe(1500)
    expect(numberCell('2,50', 0 + 1)).toBe(25)
  })

  it('refuses a negative number where only non-negative numbers are allowed', () => {
    expect(nonNegativeCell('0', 2)).toBe(0)
    expect(() => nonNegativeCell('-0,01', 2)).toThrow('must not be negative')
  })
})

describe('vatCell', () => {
  it.each([
    ['20%', 2000],
    ['20', 2000],
    ['12,5 %', 1250],
    ['0', 0],
    ['без НДС', null],
    ['Без ндс', null],
    ['without VAT', null],
    ['БезНДС', null],
    ['нет', null],
    ['не облагается', null],
    ['No VAT', null],
    ['none', null],
    ['НДС 10%', 1000],
    ['НДС 20', 2000],
    ['ндс10', 1000],
    ['Ставка НДС: 12 %', 1200],
    ['10% НДС', 1000],
    ['НДС 0%', 0],
    ['VAT 16%', 1600],
    ['16% ҚҚС', 1600],
    ['ҚҚС 16', 1600],
    ['ҚҚС-сыз', null],
    ['НДС не облагается', null],
    ['нет ндс', null],
    [' 20 % ', 2000],
    ['100', 10000],
    ['', null],
  ])('reads the VAT rate %j as %j', (cell, rate) => {
    expect(vatCell(cell)).toBe(rate)
  })

  it.each([
    ['100,01', 'must be from 0 to 100'],
    ['-1', 'must not be negative'],
    ['НДС', 'is not a number'],
    ['НДС 10/110', 'is not a number'],
    ['НДС НДС 10', 'is not a number'],
    ['20%%', 'is not a number'],
    ['совсем нет', 'is not a number'],
    ['12,345', 'must have at most 2 decimal places'],
  ])('refuses the VAT rate %j as invalid', (cell, reason) => {
    expect(() => vatCell(cell)).toThrow(cellError(reason))
  })
})
