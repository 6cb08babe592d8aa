import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './parked.module.css'

/** Form that parks the open cart under a label. */
export function ParkForm({ onPark }: { onPark: (label: string) => void }) {
  const { t } = useTranslation()
  const [label, setLabel] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onPark(label.trim())
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={t('parked.label')}
        placeholder={t('parked.labelHint')}
        data-autofocus
        maxLength={100}
        value={label}
        styles={{ input: { height: 56 } }}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" h={56}>
        {t('parked.parkThis')}
      </Button>
    </form>
  )
}
