import { Select, Switch, TextInput } from '@mantine/core'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'

interface Mail {
  host?: string | null
  port?: number | null
  tls?: string
  user?: string | null
  password?: string | null
  fromAddress?: string | null
  fromName?: string | null
}

/** Fields of the SMTP server. Without a server, no email is sent. */
export function MailFields({ form: { values, errors, set } }: { form: ContractForm }) {
  const t = useText()
  const mail = values.mail as Mail | null
  const change = (part: Partial<Mail>): void => set('mail', { ...mail, ...part })
  const text = (name: 'host' | 'user' | 'fromAddress' | 'fromName') => ({
    label: t(`channels.${name}`),
    error: errors[`mail/${name}`],
    value: mail?.[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [name]: currentTarget.value || undefined }),
  })
  return (
    <>
      <Switch
        label={t('channels.hasMail')}
        checked={mail !== null}
        onChange={({ currentTarget }) =>
          set('mail', currentTarget.checked ? { port: 587, tls: 'StartTls' } : null)
        }
      />
      {mail && (
        <>
          <TextInput required {...text('host')} />
          <DecimalInput
            label={t('channels.port')}
            places={0}
            min={1}
            max={65_535}
            thousandSeparator={false}
            error={errors['mail/port']}
            value={mail.port ?? null}
            onChange={(port) => change({ port })}
          />
          <Select
            label={t('channels.tls')}
            allowDeselect={false}
            error={errors['mail/tls']}
            data={['StartTls', 'Tls', 'None'].map((value) => ({ value, label: t(`channels.tls_${value}`) }))}
            value={mail.tls ?? 'StartTls'}
            onChange={(tls) => tls && change({ tls })}
          />
          <TextInput {...text('user')} />
          <PasswordField
            label={t('channels.password')}
            description={t('channels.secretWhy')}
            autoComplete="new-password"
            error={errors['mail/password']}
            value={mail.password ?? ''}
            onChange={({ currentTarget }) => change({ password: currentTarget.value })}
          />
          <TextInput required type="email" {...text('fromAddress')} />
          <TextInput {...text('fromName')} />
        </>
      )}
    </>
  )
}
