import { Button, Group, ScrollArea, Table, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveText } from '../../../api/save-file.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { Remark } from './import-state.ts'

interface RemarksProps {
  title: string
  remarks: readonly Remark[]
  total: number
  /** What the file of them is called. */
  fileName: string
}

/** What is wrong with rows, to be looked at and as a file to mend the rows by. */
export function Remarks({ title, remarks, total, fileName }: RemarksProps) {
  const t = useText()
  if (remarks.length === 0) return null
  const heads = ['row', 'column', 'value', 'message'].map((name) => t(`import.${name}`))
  const save = (): void =>
    saveText(
      fileName,
      csvOf([
        heads,
        ...remarks.map(({ row, column, value, message }) => [
          String(row),
          column ?? '',
          value ?? '',
          message,
        ]),
      ]),
    )
  return (
    <section>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="sm">
          {title}
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={save}
        >
          {t('import.saveFaults')}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={320}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {remarks.map(({ row, column, value, message }) => (
              <Table.Tr key={`${row} ${column} ${message}`}>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td>{value}</Table.Td>
                <Table.Td>{message}</Table.Td>
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

/** RFC 4180, with the mark by which spreadsheets know UTF-8. A cell that begins like a formula is text (OWASP, CSV injection). */
const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`
