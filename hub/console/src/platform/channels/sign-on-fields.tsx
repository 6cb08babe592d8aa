import { Stack, Switch, TextInput } from '@mantine/core'
import { PROVIDER_KEYS, type ProviderKey } from '#shared/contracts/account/sign-on.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'

interface Provider {
  key: ProviderKey
  name?: string | null
  issuer?: string | null
  clientId?: string
  clientSecret?: string | null
}

/** Fields of the identity providers for single sign-on (OpenID Connect). */
export function SignOnFields({ form: { values, errors, set } }: { form: ContractForm }) {
  const t = useText()
  const providers = values.signOn as Provider[]
  const turn = (key: ProviderKey, isOn: boolean): void =>
    set('signOn', isOn ? [...providers, { key }] : providers.filter((provider) => provider.key !== key))
  return PROVIDER_KEYS.map((key) => {
    const at = providers.findIndex((provider) => provider.key === key)
    const provider = providers[at]
    const change = (part: Partial<Provider>): void =>
      set(
        'signOn',
        providers.map((each) => (each.key === key ? { ...each, ...part } : each)),
      )
    const text = (name: 'name' | 'issuer' | 'clientId') => ({
      label: t(`channels.${name}`),
      error: errors[`signOn/${at}/${name}`],
      value: provider?.[name] ?? '',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        change({ [name]: currentTarget.value || undefined }),
    })
    return (
      <Stack key={key} gap="sm" role="group" aria-label={t(`channels.${key}`)}>
        <Switch
          label={t(`channels.${key}`)}
          checked={provider !== undefined}
          onChange={({ currentTarget }) => turn(key, currentTarget.checked)}
        />
        {provider && (
          <>
            {key !== 'google' && <TextInput required placeholder="https://" {...text('issuer')} />}
            <TextInput required {...text('clientId')} />
            <PasswordField
              label={t('channels.clientSecret')}
              description={t('channels.secretWhy')}
              autoComplete="new-password"
              error={errors[`signOn/${at}/clientSecret`]}
              value={provider.clientSecret ?? ''}
              onChange={({ currentTarget }) => change({ clientSecret: currentTarget.value })}
            />
            {key === 'oidc' && <TextInput {...text('name')} />}
          </>
        )}
      </Stack>
    )
  })
}
