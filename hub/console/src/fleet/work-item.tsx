import { Anchor, Code, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  RETRY_WORK_ITEM,
  SETTLE_WORK_ITEM,
  WORK_ITEM,
  WORK_LIST,
  type WorkItemDetail,
} from '#shared/contracts/fleet/work-list.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../api/call.ts'
import { useMay } from '../api/may.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { LoadedRecord, prepareOne } from '../kinds/details/loaded-record.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { FlagList } from '../sales/flag-list.tsx'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { showDone } from '../shell/messages.ts'
import classes from './work-item.module.css'
import { Kind } from './work-list.tsx'

export const prepare = prepareOne(WORK_ITEM)
export const Page = () => (
  <LoadedRecord endpoint={WORK_ITEM}>{(item) => <Item key={item.id} item={item} />}</LoadedRecord>
)

/** Shows the receipt number, as a link once the receipt is booked and if the user can view sales. */
function ReceiptLink({ of: { upload } }: { of: WorkItemDetail }) {
  const isAllowed = useMay()
  if (!upload?.receiptNumber) return null
  if (upload.type !== 'sale' || upload.status !== 'posted' || !isAllowed('sales.view'))
    return upload.receiptNumber
  const to = `/sales/${upload.id}` as '/'
  return (
    <Anchor inherit renderRoot={(props) => <Link to={to} {...props} />}>
      {upload.receiptNumber}
    </Anchor>
  )
}

/** Page of an upload that needs attention, with its content, the reason, and the possible actions. */
function Item({ item }: { item: WorkItemDetail }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const mayNotManage = useWhyNot()('sync.manage')
  const [note, setNote] = useState('')
  const params = { id: item.id }
  const { version } = item
  const work = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: async () => {
      setNote('')
      showDone(t('workList.done'))
      await client.invalidateQueries({ queryKey: [WORK_LIST.path] })
    },
  })
  return (
    <>
      <PageHeader
        title={item.upload?.receiptNumber ?? t(`workList.kind_${item.kind}`)}
        beside={<Kind kind={item.kind} />}
        back={{ to: '/work-list', label: t('workList.title') }}
      />
      <DetailsPage>
        <Part title={t('workList.reasons')} isWide>
          <Stack>
            <FlagList flags={item.reasons} />
            {item.settledAt ? (
              <div>
                {t('workList.settled', {
                  at: format.dateTime(item.settledAt),
                  name: item.settledByName ?? t('workList.itself'),
                })}{' '}
                {item.note}
                {note && <Textarea mt="md" label={t('workList.noteUnsaved')} readOnly value={note} />}
              </div>
            ) : (
              <>
                <RefusalAlert refusal={work.error} />
                <Textarea
                  label={t('workList.note')}
                  maxLength={2000}
                  disabled={mayNotManage !== undefined}
                  value={note}
                  onChange={(event) => setNote(event.currentTarget.value)}
                />
                <Group>
                  <ActionButton
                    whyNot={mayNotManage ?? (note.trim() ? undefined : t('workList.noteFirst'))}
                    loading={work.isPending}
                    onClick={() =>
                      work.mutate(() => call(SETTLE_WORK_ITEM, { params, body: { version, note } }))
                    }
                  >
                    {t('workList.settle')}
                  </ActionButton>
                  {item.upload && (item.kind === 'quarantined' || item.kind === 'conflict') && (
                    <ActionButton
                      variant="default"
                      whyNot={mayNotManage}
                      loading={work.isPending}
                      onClick={() => work.mutate(() => call(RETRY_WORK_ITEM, { params, body: { version } }))}
                    >
                      {t('workList.retry')}
                    </ActionButton>
                  )}
                </Group>
              </>
            )}
          </Stack>
        </Part>
        <Part title={t('workList.from')}>
          <Facts
            facts={[
              [t('workList.receiptNumber'), <ReceiptLink key="receipt" of={item} />],
              [t('workList.openedAt'), format.dateTime(item.openedAt)],
              [t('workList.retailPointName'), item.device?.retailPointName],
              [t('workList.device'), item.device?.name],
              [t('workList.seq'), item.upload?.seq],
              [t('workList.receivedAt'), item.upload && format.dateTime(item.upload.receivedAt)],
            ]}
          />
        </Part>
        {[item.body, item.otherBody].map(
          (body, index) =>
            body && (
              <Part key={body.hash} title={t(index === 0 ? 'workList.body' : 'workList.otherBody')} isWide>
                <Code block mah={360} className={classes.body}>
                  {body.text ?? body.base64}
                </Code>
              </Part>
            ),
        )}
      </DetailsPage>
    </>
  )
}
