import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShiftReport } from '#shared/contracts/till/shift.ts'
import { type Block, PAPER_WIDTHS, RECEIPT_LANGUAGES } from '#shared/receipts/document.ts'
import { shiftReportDocument } from '#shared/receipts/shift-report-document.ts'
import styles from '../receipts/receipt.module.css'
import { useIsTraining } from '../session/use-session.ts'
import { useSettings } from '../status/use-status.ts'

/** The report as it is printed, on the screen too. */
export function ReportPaper({ report }: { report: ShiftReport }) {
  const { i18n } = useTranslation()
  const settings = useSettings()
  const isTraining = useIsTraining()
  const paperWidth = PAPER_WIDTHS.find((width) => width === settings?.paperWidth) ?? 80
  const { title, blocks } = shiftReportDocument(
    report,
    {
      organizationName: settings?.organizationName ?? '',
      taxId: settings?.taxId ?? null,
      retailPointName: settings?.retailPointName ?? '',
      ...{ address: null, receiptHeader: null, receiptFooter: null, logo: null, paperWidth },
      language: RECEIPT_LANGUAGES.find((language) => i18n.language.startsWith(language)) ?? 'en',
      timeZone: settings?.timeZone ?? 'UTC',
    },
    { isTraining },
  )
  return (
    <article
      className={styles.paper}
      data-width={paperWidth}
      style={{ '--paper-width': paperWidth } as CSSProperties}
      aria-label={title}
    >
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a paper have no other identity
        <PaperBlock key={index} block={block} />
      ))}
    </article>
  )
}

/** What a report is made of: texts, pairs of a name and its figure, rules. */
function PaperBlock({ block }: { block: Block }) {
  if (block.kind === 'rule') return <hr className={styles.rule} />
  if (block.kind === 'columns') {
    const [name, figure] = block.cells
    return (
      <div
        className={styles.pair}
        style={{ fontWeight: block.isBold ? 700 : undefined, whiteSpace: 'pre-wrap' }}
      >
        <span>{name}</span> <span>{figure}</span>
      </div>
    )
  }
  if (block.kind !== 'text') return null
  const isCentered = block.align === 'center'
  return (
    <div
      className={block.size === 'tall' ? styles.kind : isCentered ? styles.centered : undefined}
      style={{ fontWeight: block.isBold ? 700 : undefined, whiteSpace: 'pre-wrap' }}
    >
      {block.text}
    </div>
  )
}
