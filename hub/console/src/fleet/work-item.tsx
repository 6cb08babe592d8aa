import { Alert, Code, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
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
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import { useText } from '../i18n/use-text.ts'
import { DetailsPage, Facts, Part } from '../kinds/details/details.tsx'
import { One, prepareOne } from '../kinds/details/use-one.tsx'
import { PageHeader } from '../kinds/page-header.tsx'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { showDone } from '../shell/messages.ts'
import { Kind } from './work-list.tsx'

export const prepare = prepareOne(WORK_ITEM)
export const Page = () => <One endpoint={WORK_ITEM}>{(item) => <Item key={item.version} item={item} />}</One>

/** One thing that a till has handed over and that a person has to look at: what came, why, and what is done about it. */
function Item({ item }: { item: WorkItemDetail }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const mayNotManage = useWhyNot()('sync.manage')
  const [note, setNote] = useState('')
  const params = { id: item.id }
  const { version } = item
  const work = useMutation({
    mutationFn: (deed: () => Promise<unknown>) => deed(),
    onSuccess: async () => {
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
            {item.reasons.map(({ code, detail }) => (
              <Alert key={code + detail} color="orange">
                {detail}
              </Alert>
            ))}
            {item.settledAt ? (
              <div>
                {t('workList.settled', {
                  at: format.dateTime(item.settledAt),
                  name: item.settledByName ?? t('workList.itself'),
                })}{' '}
                {item.note}
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
                <Code block mah={360} style={{ overflow: 'auto' }}>
                  {body.text ?? body.base64}
                </Code>
              </Part>
            ),
        )}
      </DetailsPage>
    </>
  )
}
