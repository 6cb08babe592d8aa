import { Alert, Group, Paper, Radio, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CHANGE_SETS } from '#shared/contracts/catalog/change-sets.ts'
import {
  MAX_IMPORT_BYTES,
  PREVIEW_IMPORT,
  type ProductImport,
} from '#shared/contracts/catalog/product-imports.ts'
import { Refusal } from '#shared/ui/api/client.ts'
import { upload } from '../../../api/call.ts'
import { RefusalAlert } from '../../../forms/refusal-alert.tsx'
import { remarkWords } from '../../../i18n/remark-words.ts'
import { useText } from '../../../i18n/use-text.ts'
import { PageHeader } from '../../../kinds/page-header.tsx'
import { ActionButton } from '../../../shell/action-button.tsx'
import { readJobsAgain } from '../../../shell/jobs.ts'
import classes from './import.module.css'

type Format = ProductImport['format']

/** Page that uploads a file of products. The page of the change set shows the effect before it is applied. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [format, setFormat] = useState<Format>('csv')
  const preview = useMutation({
    mutationFn: (given: File) => upload(PREVIEW_IMPORT, given, { query: { format } }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: [CHANGE_SETS.path, 'list'] })
      void readJobsAgain(client)
      void navigate({ to: `/changes/${id}` as '/' })
    },
  })
  return (
    <>
      <PageHeader title={t('import.title')} back={{ to: '/products', label: t('products.title') }} />
      <div className={classes.page}>
        <Paper className={classes.step} component="section">
          <Stack>
            <Dropzone
              className={classes.drop}
              multiple={false}
              maxSize={MAX_IMPORT_BYTES}
              onDrop={([dropped]: File[]) => {
                setFile(dropped ?? null)
                preview.reset()
              }}
              inputProps={{ 'aria-label': t('import.choose') }}
            >
              <IconFileSpreadsheet size={30} stroke={1.5} aria-hidden />
              <Text fw={600}>{file ? file.name : t('import.choose')}</Text>
              <Text size="sm" c="dimmed">
                {t('import.chooseWhy')}
              </Text>
            </Dropzone>
            <Radio.Group
              label={t('import.format')}
              value={format}
              onChange={(value) => setFormat(value as Format)}
            >
              <Stack gap={8} mt={6}>
                <Radio value="csv" label={t('import.format_csv')} />
                <Radio value="ext-csv" label={t('import.format_ext')} />
              </Stack>
            </Radio.Group>
            <FileRefusal refusal={preview.error} />
            <Group justify="flex-end">
              <ActionButton
                whyNot={file ? undefined : t('import.chooseFirst')}
                loading={preview.isPending}
                onClick={() => file && preview.mutate(file)}
              >
                {t('import.try')}
              </ActionButton>
            </Group>
          </Stack>
        </Paper>
      </div>
    </>
  )
}

/** Error that concerns the file as a whole. */
function FileRefusal({ refusal }: { refusal: Error | null }) {
  const t = useText()
  if (!(refusal instanceof Refusal) || !refusal.problem.errors) return <RefusalAlert refusal={refusal} />
  return (
    <Alert color="red" role="alert">
      {refusal.problem.errors.map((fault) => (
        <div key={fault.detail}>{remarkWords(t, fault)}</div>
      ))}
    </Alert>
  )
}
