import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_IMPORT_BYTES } from '#shared/contracts/catalog/product-imports.ts'
import { RefusalAlert } from '../../../forms/refusal-alert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import type { StepProps } from '../../../kinds/wizard/wizard-page.tsx'
import classes from './import.module.css'
import { type ImportFormat, type ImportState, sendFile } from './import-state.ts'

/** The file, tried at once: nothing is imported yet. */
export function ChooseFile({ state, next }: StepProps<ImportState>) {
  const t = useText()
  const [file, setFile] = useState(state.file)
  const [format, setFormat] = useState<ImportFormat>(state.format)
  const attempt = useMutation({
    mutationFn: (given: File) => sendFile(format, given, { dryRun: 'true' }),
    onSuccess: (answer) => {
      if ('toCreate' in answer) next({ file, format, plan: answer })
    },
  })
  return (
    <Stack>
      <Dropzone
        className={classes.drop}
        multiple={false}
        maxSize={MAX_IMPORT_BYTES}
        onDrop={([dropped]: File[]) => setFile(dropped ?? null)}
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
        onChange={(value) => setFormat(value as ImportFormat)}
      >
        <Stack gap={8} mt={6}>
          <Radio value="csv" label={t('import.format_csv')} />
          <Radio value="ext-csv" label={t('import.format_ext')} />
        </Stack>
      </Radio.Group>
      <RefusalAlert refusal={attempt.error} />
      <Group justify="flex-end">
        <Button disabled={!file} loading={attempt.isPending} onClick={() => file && attempt.mutate(file)}>
          {t('import.try')}
        </Button>
      </Group>
    </Stack>
  )
}
