import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './shift.module.css'

interface ReasonFieldProps {
  /** The usual ones, in words. */
  usual: readonly string[]
  reason: string
  onChange: (reason: string) => void
}

/** Why: one of the usual reasons, or other words. */
export function ReasonField({ usual, reason, onChange }: ReasonFieldProps) {
  const { t } = useTranslation()
  return (
    <div>
      <TextInput
        label={t('shift.reason')}
        required
        maxLength={255}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={styles.reasons}>
        {usual.map((words) => (
          <Button
            key={words}
            variant={words === reason ? 'light' : 'default'}
            h={48}
            px={12}
            size="md"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(words)}
          >
            {words}
          </Button>
        ))}
      </div>
    </div>
  )
}
