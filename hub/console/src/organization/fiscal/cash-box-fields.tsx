import { Select, Textarea, TextInput } from '@mantine/core'
import { type FiscalProvider, fiscalFields, fiscalSecrets } from '#shared/contracts/organization/fiscal.ts'
import type { FormErrors } from '../../forms/form-errors.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useText } from '../../i18n/use-text.ts'

export interface TypedCashBox {
  provider: FiscalProvider
  [field: string]: unknown
}

/** Fields that contain several lines of PEM text. */
const KEYS = ['signingKey', 'clientCertificate', 'clientKey']

interface CashBoxFieldsProps {
  cashBox: TypedCashBox
  onChange: (cashBox: TypedCashBox) => void
  providers: readonly string[]
  isReadOnly: boolean
  errors: FormErrors
  /** Pointer of the cash box in the form. */
  at: string
}

export function CashBoxFields({ cashBox, onChange, providers, isReadOnly, errors, at }: CashBoxFieldsProps) {
  const t = useText()
  const { provider } = cashBox
  const common = (name: string) => ({
    label: t(`fiscal.${name}`),
    readOnly: isReadOnly,
    error: errors[`${at}/${name}`],
  })
  const typed = (name: string) => ({
    ...common(name),
    value: (cashBox[name] as string | null | undefined) ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...cashBox, [name]: currentTarget.value || (name === 'baseUrl' ? null : undefined) }),
  })
  return (
    <>
      <Select
        {...common('provider')}
        allowDeselect={false}
        data={providers.map((value) => ({ value, label: t(`fiscal.provider_${value}`) }))}
        value={provider}
        onChange={(chosen) => chosen && onChange(beginWith(chosen as FiscalProvider))}
      />
      {provider === 'Emulator' && t('fiscal.emulatorWhy')}
      {fiscalFields(provider).map(({ name, options }) =>
        options ? (
          <Select
            key={name}
            {...common(name)}
            allowDeselect={false}
            data={options.map((value) => ({
              value,
              label: t(`fiscal.${name}_${value.replace('.', '')}`, { defaultValue: value }),
            }))}
            value={cashBox[name] as string}
            onChange={(value) => onChange({ ...cashBox, [name]: value })}
          />
        ) : (
          <TextInput
            key={name}
            {...typed(name)}
            description={name === 'baseUrl' ? t('fiscal.baseUrlWhy') : undefined}
            required={name !== 'baseUrl'}
          />
        ),
      )}
      {fiscalSecrets(provider).map((name) =>
        KEYS.includes(name) ? (
          <Textarea
            key={name}
            {...typed(name)}
            description={t('fiscal.secretWhy')}
            required
            minRows={2}
            autosize
            maxRows={6}
          />
        ) : (
          <PasswordField
            key={name}
            {...typed(name)}
            description={t('fiscal.secretWhy')}
            required
            autoComplete="new-password"
          />
        ),
      )}
    </>
  )
}

/** Returns the initial values. Fields with options start with the first option. */
function beginWith(provider: FiscalProvider): TypedCashBox {
  const begin: TypedCashBox = { provider }
  for (const { name, options } of fiscalFields(provider)) {
    if (options) begin[name] = options[0]
    if (name === 'baseUrl') begin[name] = null
  }
  return begin
}
