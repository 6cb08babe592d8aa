/** All that is said of imported files and of their rows; `{name}` is a value of the remark. */
export const REMARKS = {
  // Faults of the file as a whole.
  takes_too_much: 'takes more memory or time to read than a file may: make it smaller',
  no_rows: 'has no row',
  no_name_column: 'has no column Наименование or Name; found: {columns}',
  open_quote: 'has a quote that is never closed',
  not_csv: 'is no CSV',
  not_csv_from: 'is no CSV from line {line} on',
  old_excel: 'is an old or a protected Excel file: save it as XLSX without a password, or as CSV',
  not_xlsx: 'is no XLSX file that can be read',
  xlsx_too_large: 'is an XLSX file of more than {most} MiB: send it as CSV',
  xlsx_unpacks_large: 'is no XLSX file, or is too large when it is unpacked',
  too_many_rows: 'has more than {most} rows: divide it',
  too_many_columns: 'has more than {most} columns in row {row}',
  cell_too_long: 'has a cell of more than {most} characters in row {row}',
  row_too_long: 'has more than {most} characters in row {row}',
  // Faults of a cell.
  not_a_number: 'is not a number',
  too_fine: 'must have at most {most} decimal places',
  too_large: 'is too large',
  negative: 'must not be negative',
  not_percent: 'must be between 0 and 100',
  not_boolean: 'must be yes or no',
  not_guid: 'is no GUID',
  not_age: 'must be 1 to {most} years',
  not_weight_code: 'must be 1 to 5 digits',
  unknown_kind: 'is no kind of product',
  barcode_lost: '{barcode} is what a spreadsheet made of a barcode: format the column as text',
  code_lost: '{code} is what a program made of a code that it took for a number: format the column as text',
  zeros_lost:
    '{barcode} looks like {whole} without its leading zeros, as a number has none: format the column as text',
  digits_lost: 'had more digits than a spreadsheet keeps in a number: format the column as text',
  became_date: 'is a date, which a spreadsheet may have made of a text: format the column as text',
  formula_without_value: 'is a formula without its result: save the file in the program that calculates it',
  cell_error: 'is an error of a spreadsheet',
  broken_letters: 'has letters that were damaged when the file was saved',
  control_characters: 'contains control characters',
  nul_byte: 'contains a NUL byte',
  too_long: 'must have at most {most} characters',
  empty: 'must not be empty',
  beyond_header: 'stands behind the last column of the header',
  too_many_barcodes: 'has more than {most} barcodes',
  several_pack_barcodes: 'has several barcodes: a pack has one',
  pack_without_quantity: 'has a barcode and no quantity: how much is in it?',
  // Faults of what a cell refers to.
  unknown_unit: 'there is no such unit of measure',
  no_unit: 'name one: pieces are not enabled',
  unknown_currency: 'is no currency that the organization has',
  no_rate: 'no rate of {currency} is known for today: give one with rates={currency}=…',
  too_large_in: 'is too large in {currency}',
  unknown_store: 'there is no store of this name',
  group_archived: 'the product group {group} is archived',
  group_too_deep: 'the tree is at most {most} levels deep',
  group_name_too_long: 'the name of a group has at most {most} characters',
  no_group: 'names no group',
  // Faults of a row beside others, and beside the catalog.
  other_price: 'another column gives the price type {priceType} another price',
  other_pack: 'another column has the packs of this unit',
  other_stock: 'another column says another quantity for the store {store}',
  whole_pieces: '{product} has only whole pieces',
  too_much: 'is too much',
  other_product: 'row {row} has the same barcode and another article or name: which product is it?',
  shared_with_row: 'row {row} has it too',
  shared_with_product: 'the product {product} (code {code}) has it',
  changed_meanwhile: 'somebody has edited it since the preview',
  // Rules of the catalog.
  new_bundle: 'bundles are not kept: their components would have to move',
  parts_in_stock: 'a part of a unit is in stock: it cannot be counted in whole units',
  kind_used: 'the product is in documents or receipts: its kind can no longer change',
  weight_code_unweighed: 'only a weighed product has one',
  tracked_weighed: 'a weighed product is not tracked',
  packs_of_service: 'a service has none',
  packs_of_weighed: 'a weighed product has none',
  pack_in_own_unit: 'is the unit of the product itself',
  pack_with_own_barcode: 'is a barcode of the product itself',
  below_minimum_price: 'must not be below the minimum price',
  // Warnings.
  unknown_word: 'is no word that is known here: taken as Other',
  other_column: 'fills the same field as {other}, which counts where both are filled',
  wrong_check_digit: '{barcode} has a wrong check digit: taken as Code128',
  no_type: 'has no type: taken as a group',
  lost_letters: 'has question marks inside words: letters were lost when the file was saved',
  no_image_link: 'is no link to an image: nothing is fetched',
  other_sheets: 'the file has more sheets, and only the first is read: {sheets} are not',
  same_product: 'is the same product as row {row}, which counts',
  negative_stock: 'is below 0: it is not entered',
  stock_of_service: 'is a service: it is not kept in stock',
  stock_of_archived: 'is archived: its stock is not entered',
  stock_present: 'has moved in the store, or stands in an enter of it: its stock is not entered again',
} as const

export type RemarkCode = keyof typeof REMARKS
export const REMARK_CODES = Object.keys(REMARKS) as RemarkCode[]

/** What is said of a file, a row or a cell. */
export interface Said {
  code: RemarkCode
  values: Record<string, string | number>
  /** In English, after the name of the column. */
  message: string
}

/** The names of the values in a text. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]

export function said<Code extends RemarkCode>(
  code: Code,
  ...[named]: Values<NamesIn<(typeof REMARKS)[Code]>>
): Said {
  const values: Said['values'] = named ?? {}
  return { code, values, message: REMARKS[code].replace(/{(\w+)}/g, (_, name) => String(values[name])) }
}
