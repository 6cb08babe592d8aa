import { Button, Group, ScrollArea, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImportFailure } from '#shared/contracts/catalog/product-imports.ts'
import { saveText } from '../../../api/save-file.ts'
import { remarkWords } from '../../../i18n/remark-words.ts'
import { useText, type Text as Words } from '../../../i18n/use-text.ts'
import classes from './remarks.module.css'

type Remark = ImportFailure['errors'][number]

interface RemarksProps extends SaveRemarksProps {
  title: string
  total: number
}

/** Lists suspicious rows, and offers them as a file for correction. */
export function Remarks({ title, remarks, total, fileName }: RemarksProps) {
  const t = useText()
  if (remarks.length === 0) return null
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="sm">
          {title}
        </Title>
        <SaveRemarks remarks={remarks} fileName={fileName} />
      </Group>
      <ScrollArea.Autosize mah={320}>
        <Table className={classes.remarks} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {HEADS.map((head) => (
                <Table.Th key={head}>{t(`import.${head}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {remarks.map((remark) => (
              <Table.Tr key={`${remark.row} ${remark.column} ${remark.message}`}>
                {cellsOf(t, remark).map((cell, index) => (
                  <Table.Td key={HEADS[index]}>{cell}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {total > remarks.length && (
        <Text size="sm" c="dimmed">
          {t('import.cut', { shown: remarks.length, total })}
        </Text>
      )}
    </section>
  )
}

const HEADS = ['row', 'column', 'value', 'message']

const cellsOf = (t: Words, { row, column, value, message, ...remark }: Remark): string[] => [
  String(row),
  column ?? '',
  value ?? '',
  remarkWords(t, { ...remark, detail: message }),
]

interface SaveRemarksProps {
  remarks: readonly Remark[]
  /** Name of the downloaded file. */
  fileName: string
}

export function SaveRemarks({ remarks, fileName }: SaveRemarksProps) {
  const t = useText()
  const rows = remarks.map((remark) => cellsOf(t, remark))
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => saveText(fileName, csvOf([HEADS.map((head) => t(`import.${head}`)), ...rows]))}
    >
      {t('import.saveFaults')}
    </Button>
  )
}

/**
 * Returns CSV (RFC 4180) with a byte order mark, by which spreadsheets recognize UTF-8. A cell that begins
 * like a formula is escaped (OWASP, CSV injection).
 */
const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`
