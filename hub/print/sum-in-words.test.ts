import { describe, expect, it } from 'vitest'
import { type Amount, amount } from '#shared/money/decimal.ts'
import { sumInWords } from './sum-in-words.ts'

describe('sumInWords', () => {
  it.each([
    [0, 'RUB', 'Ноль рублей 00 копеек'],
    [1.01, 'RUB', 'Один рубль 01 копейка'],
    [2.02, 'RUB', 'Два рубля 02 копейки'],
    [5.05, 'RUB', 'Пять рублей 05 копеек'],
    [11.11, 'RUB', 'Одиннадцать рублей 11 копеек'],
    [14.12, 'RUB', 'Четырнадцать рублей 12 копеек'],
    [21.21, 'RUB', 'Двадцать один рубль 21 копейка'],
    [40, 'KZT', 'Сорок тенге 00 тиынов'],
    [101.5, 'RUB', 'Сто один рубль 50 копеек'],
    [111, 'USD', 'Сто одиннадцать долларов США 00 центов'],
    [1001.22, 'USD', 'Одна тысяча один доллар США 22 цента'],
    [2000.61, 'KZT', 'Две тысячи тенге 61 тиын'],
    [12_000, 'RUB', 'Двенадцать тысяч рублей 00 копеек'],
    [31_109.4, 'KZT', 'Тридцать одна тысяча сто девять тенге 40 тиынов'],
    [522_004.03, 'EUR', 'Пятьсот двадцать две тысячи четыре евро 03 цента'],
    [1_000_000, 'RUB', 'Один миллион рублей 00 копеек'],
    [2_000_003, 'RUB', 'Два миллиона три рубля 00 копеек'],
    [11_000_000_000, 'RUB', 'Одиннадцать миллиардов рублей 00 копеек'],
    [7.5, 'UZS', 'Семь UZS 50'],
    [
      ...([999_999_999_999.99, 'RUB'] as const),
      'Девятьсот девяносто девять миллиардов девятьсот девяносто девять миллионов девятьсот девяносто девять тысяч девятьсот девяносто девять рублей 99 копеек',
    ],
  ])('writes in Russian %d %s', (sum, currency, words) => {
    expect(sumInWords(amount(sum), currency, 'ru')).toBe(words)
  })

  it.each([
    [0, 'USD', 'Zero US dollars 00 cents'],
    [1.01, 'USD', 'One US dollar 01 cent'],
    [13.5, 'EUR', 'Thirteen euros 50 cents'],
    [21, 'RUB', 'Twenty-one roubles 00 kopecks'],
    [101, 'EUR', 'One hundred and one euros 00 cents'],
    [1005.4, 'KZT', 'One thousand and five tenge 40 tiyn'],
    [31_109.4, 'KZT', 'Thirty-one thousand one hundred and nine tenge 40 tiyn'],
    [2_000_080, 'RUB', 'Two million and eighty roubles 00 kopecks'],
    [1_000_000_300, 'constructor', 'One billion three hundred constructor 00'],
    [
      ...([999_999_999_999.99, 'USD'] as const),
      'Nine hundred and ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine US dollars 99 cents',
    ],
  ])('writes in English %d %s', (sum, currency, words) => {
    expect(sumInWords(amount(sum), currency, 'en')).toBe(words)
  })

  it('writes the largest exact amount', () => {
    const largest = Number.MAX_SAFE_INTEGER as Amount
    expect(sumInWords(largest, 'RUB', 'ru')).toMatch(
      /^Девяносто триллионов семьдесят один миллиард .* 91 копейка$/,
    )
  })

  it('writes negative amounts', () => {
    expect(sumInWords(amount(-2.5), 'RUB', 'ru')).toBe('Минус два рубля 50 копеек')
    expect(sumInWords(amount(-2.5), 'USD', 'en')).toBe('Minus two US dollars 50 cents')
  })
})
