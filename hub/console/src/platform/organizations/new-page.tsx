import { Button, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Invitation } from '#shared/contracts/organization/invitations.ts'
import {
  CREATE_ORGANIZATION,
  ORGANIZATIONS,
  OrganizationCreate,
} from '#shared/contracts/platform/organizations.ts'
import { call, type Given } from '../../api/call.ts'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panel, Panels } from '../../kinds/settings/panel.tsx'
import { InvitationLink } from '../../shell/invitation-link.tsx'
import { showDone } from '../../shell/messages.ts'

const COUNTRIES = ['KZ', 'RU', 'UZ', 'BY', 'KG', 'GB'] as const

interface Owner {
  email?: string
  lastName?: string
  firstName?: string
}

/** Page that creates an organization with its owner. The owner is invited by email, or with a link to pass on. */
export function Page() {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: string; invitation: Invitation } | null>(null)
  const open = (id: string) => navigate({ to: `/platform/organizations/${id}` as '/' })
  const { text, values, set, errors, isBusy, refusal, submit } = useContractForm(
    OrganizationCreate,
    { country: 'KZ', owner: {} },
    async (body: Given<typeof CREATE_ORGANIZATION>['body']) => {
      const { id, ownerInvitation } = await call(CREATE_ORGANIZATION, { body })
      void client.invalidateQueries({ queryKey: [ORGANIZATIONS.base] })
      if (ownerInvitation?.link) return setMade({ id, invitation: ownerInvitation })
      showDone(t('organizations.ownerInvited', { email: ownerInvitation?.email ?? '' }))
      await open(id)
    },
  )
  const owner = values.owner as Owner
  const ownerField = (name: keyof Owner) => ({
    label: t(`organizations.owner_${name}`),
    error: errors[`owner/${name}`],
    value: owner[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set('owner', { ...owner, [name]: currentTarget.value || undefined }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <PageHeader
        title={t('organizations.new')}
        back={{ to: '/platform/organizations', label: t('organizations.title') }}
      />
      <Panels>
        <RefusalAlert refusal={refusal} />
        <Panel title={t('organizations.organization')}>
          <TextInput label={t('organizations.name')} required autoFocus {...text('name')} />
          <TextInput label={t('organizations.taxId')} {...text('taxId')} />
          <Select
            label={t('organizations.country')}
            data={COUNTRIES.map((value) => ({ value, label: t(`countryNames.${value}`) }))}
            allowDeselect={false}
            value={values.country as string}
            onChange={(country) => set('country', country)}
          />
        </Panel>
        <Panel title={t('organizations.ownerTitle')} text={t('organizations.ownerWhy')}>
          <TextInput type="email" required {...ownerField('email')} />
          <TextInput required {...ownerField('lastName')} />
          <TextInput {...ownerField('firstName')} />
        </Panel>
        <div>
          <Button type="submit" loading={isBusy}>
            {t('record.create')}
          </Button>
        </div>
      </Panels>
      <InvitationLink invitation={made?.invitation ?? null} onClose={() => made && void open(made.id)} />
    </form>
  )
}
