/** Texts of all remarks on imported files and their rows. `{name}` is replaced by a value of the remark. */
export const REMARKS = {
  // Errors of the whole file.
  takes_too_much: 'takes too much memory or time to read: make it smaller',
  no_rows: 'is empty',
  no_name_column: 'has no column Наименование or Name; found: {columns}',
  open_quote: 'has an unclosed quote',
  not_csv: 'is not a CSV file',
  not_csv_from: 'is not valid CSV from line {line} on',
  old_excel: 'is an old or protected Excel file: save it as XLSX without a password, or as CSV',
  not_xlsx: 'is not a readable XLSX file',
  xlsx_too_large: 'is larger than {most} MiB: use CSV',
  xlsx_unpacks_large: 'is not an XLSX file, or is too large when unpacked',
  too_many_rows: 'has more than {most} rows: split it',
  too_many_columns: 'has more than {most} columns in row {row}',
  cell_too_long: 'has a cell of more than {most} characters in row {row}',
  row_too_long: 'has more than {most} characters in row {row}',
  // Errors of a cell.
  not_a_number: 'is not a number',
  too_fine: 'must have at most {most} decimal places',
  too_large: 'is too large',
  negative: 'must not be negative',
  not_percent: 'must be from 0 to 100',
  not_boolean: 'must be yes or no',
  not_guid: 'is not a UUID',
  not_age: 'must be from 1 to {most} years',
  not_weight_code: 'must be 1 to 5 digits',
  unknown_kind: 'is not a product type',
  barcode_lost: 'was changed to {barcode} by a spreadsheet: format the column as text',
  code_lost: '{code}: a spreadsheet treated the code as a number: format the column as text',
  zeros_lost: '{barcode} looks like {whole} without its leading zeros: format the column as text',
  digits_lost: 'has more digits than a spreadsheet keeps in a number: format the column as text',
  became_date: 'is a date; a spreadsheet may have converted a text: format the column as text',
  formula_without_value: 'is a formula without a result: open the file in a spreadsheet program and save it',
  cell_error: 'is a spreadsheet error',
  broken_letters: 'has letters that were damaged when the file was saved',
  control_characters: 'contains control characters',
  nul_byte: 'contains a NUL byte',
  too_long: 'must have at most {most} characters',
  empty: 'must not be empty',
  beyond_header: 'is beyond the last column of the header',
  too_many_barcodes: 'has more than {most} barcodes',
  several_pack_barcodes: 'has several barcodes: a pack can have only one',
  pack_without_quantity: 'has a barcode without a quantity: enter how much is in the pack',
  // Errors of the reference in a cell.
  unknown_unit: 'is not a known unit of measure',
  no_unit: 'is required: pieces are not enabled',
  unknown_currency: 'is not a currency of the organization',
  no_rate: 'no exchange rate of {currency} for today: pass rates={currency}=…',
  too_large_in: 'is too large in {currency}',
  unknown_store: 'no store has this name',
  group_archived: 'the product group {group} is archived',
  group_too_deep: 'groups can be at most {most} levels deep',
  group_name_too_long: 'a group name can have at most {most} characters',
  no_group: 'has no group name',
  // Errors of a row in relation to other rows and to the catalog.
  other_price: 'another column has a different price for the price type {priceType}',
  other_pack: 'another column has packs in this unit',
  other_stock: 'another column has a different quantity for the store {store}',
  whole_pieces: '{product} is counted in whole units only',
  too_much: 'is too much',
  other_product: 'row {row} has the same barcode but a different SKU or name',
  shared_with_row: 'is also in row {row}',
  shared_with_product: 'is already used by the product {product} (code {code})',
  changed_meanwhile: 'somebody has edited it since the preview',
  // Rules of the catalog.
  new_bundle: 'bundles cannot be imported: their components would have to be written off with each sale',
  parts_in_stock: 'a fractional quantity is in stock: it cannot be counted in whole units',
  kind_used: 'the product is used in documents or receipts: its type can no longer change',
  weight_code_unweighed: 'only products sold by weight have one',
  tracked_weighed: 'products sold by weight cannot be marked',
  packs_of_service: 'services have none',
  packs_of_weighed: 'products sold by weight have none',
  pack_in_own_unit: 'is the same as the unit of the product',
  pack_with_own_barcode: 'is the same as a barcode of the product',
  below_minimum_price: 'must not be below the minimum price',
  // Warnings.
  unknown_word: 'is not a known value: Other is used',
  other_column: 'fills the same field as {other}; where both are filled, {other} is used',
  wrong_check_digit: '{barcode} has a wrong check digit: imported as Code128',
  no_type: 'has no type: treated as a group',
  lost_letters: 'has question marks inside words: letters were lost when the file was saved',
  no_image_link: 'is not an image link: skipped',
  other_sheets: 'only the first sheet is read. Not read: {sheets}',
  same_product: 'is a duplicate of row {row}: this row is skipped',
  negative_stock: 'is below 0: not imported',
  stock_of_service: 'is a service: services have no stock',
  stock_of_archived: 'is archived: its stock is not imported',
  stock_present: 'already has movements or a stock receipt in the store: its stock is not imported again',
} as const

export type RemarkCode = keyof typeof REMARKS
export const REMARK_CODES = Object.keys(REMARKS) as RemarkCode[]

/** Remark on a file, a row or a cell. */
export interface RemarkText {
  code: RemarkCode
  values: Record<string, string | number>
  /** English message that follows the name of the column. */
  message: string
}

/** Names of the placeholders in a text. */
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]

export function remarkText<Code extends RemarkCode>(
  code: Code,
  ...[named]: Values<NamesIn<(typeof REMARKS)[Code]>>
): RemarkText {
  const values: RemarkText['values'] = named ?? {}
  return { code, values, message: REMARKS[code].replace(/{(\w+)}/g, (_, name) => String(values[name])) }
}
