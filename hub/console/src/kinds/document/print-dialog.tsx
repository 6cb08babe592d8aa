import { Button, Group, Loader } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { printOf } from '#shared/contracts/endpoint.ts'
import { downloadFile } from '../../api/call.ts'
import { problemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../shell/dialog.tsx'
import classes from './document.module.css'
import type { EditedTable } from './document-definition.ts'

interface PrintDialogProps {
  table: EditedTable
  id: string
  /** Saved version that is printed. */
  version: number
  title: string
  onClose: () => void
}

/** Dialog with the printed form of a document, as laid out by the hub. */
export function PrintDialog({ table, id, version, title, onClose }: PrintDialogProps) {
  const t = useText()
  const { i18n } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isShown, setShown] = useState(false)
  const lang = i18n.language === 'en' ? 'en' : 'ru'
  const { data: page, error } = useQuery({
    queryKey: [table.base, 'print', id, version, lang],
    queryFn: () => downloadFile(printOf(table), { params: { id }, query: { lang } }),
  })
  const url = useObjectUrl(page?.blob)
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      {error && <p role="alert">{problemText(t, error)}</p>}
      {!page && !error && <Loader aria-label={t('shell.starting')} />}
      {url && (
        <iframe ref={frame} className={classes.paper} src={url} title={title} onLoad={() => setShown(true)} />
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('documents.close')}
        </Button>
        <Button
          leftSection={<IconPrinter size={16} aria-hidden />}
          disabled={!isShown}
          onClick={() => frame.current?.contentWindow?.print()}
        >
          {t('documents.print')}
        </Button>
      </Group>
    </Dialog>
  )
}

function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
