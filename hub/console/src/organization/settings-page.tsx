import { Loader, MultiSelect, NumberInput, Select, Switch, TagsInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useQuery } from '@tanstack/react-query'
import {
  ORGANIZATION_SETTINGS,
  type OrganizationSettings,
  OrganizationSettingsUpdate,
  UPDATE_ORGANIZATION_SETTINGS,
} from '#shared/contracts/organization/settings.ts'
import { DiscountStrategy } from '#shared/domain/discount-strategy.ts'
import { MAX_REASONS, REASON_PURPOSES, type TillReasons } from '#shared/domain/till-reasons.ts'
import { call, type Given } from '../api/call.ts'
import { referenceOptions } from '../fields/reference.ts'
import { FormConflict } from '../forms/form-conflict.tsx'
import type { FormErrors } from '../forms/form-errors.ts'
import { RefusalAlert } from '../forms/refusal-alert.tsx'
import type { ContractForm } from '../forms/use-contract-form.ts'
import { useSettingsForm } from '../forms/use-settings-form.ts'
import { useText } from '../i18n/use-text.ts'
import { PageHeader } from '../kinds/page-header.tsx'
import { Panel, Panels } from '../kinds/settings/panel.tsx'
import { ActionButton, useWhyNot } from '../shell/action-button.tsx'
import { OwnershipPanel } from './ownership-panel.tsx'
import { ROLE } from './references.ts'

/** Page of the organization's accounting settings. */
export function Page() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [ORGANIZATION_SETTINGS.path],
    queryFn: () => call(ORGANIZATION_SETTINGS),
  })
  return (
    <>
      <PageHeader title={t('settings.title')} />
      {data ? (
        <>
          <SettingsForm settings={data} />
          <Panels>
            <OwnershipPanel />
          </Panels>
        </>
      ) : (
        <Loader m="20vh auto" display="block" />
      )}
    </>
  )
}

function SettingsForm({ settings }: { settings: OrganizationSettings }) {
  const t = useText()
  const whyNot = useWhyNot()('organization.update')
  const isReadOnly = whyNot !== undefined
  const { data: roles = [] } = useQuery(referenceOptions(ROLE, ''))
  const form = useSettingsForm({
    contract: OrganizationSettingsUpdate,
    settings,
    path: ORGANIZATION_SETTINGS.path,
    bodyOf: ({ uniqueProductCode: _fixed, costMethod: _method, ...body }) => body,
    save: (body: Given<typeof UPDATE_ORGANIZATION_SETTINGS>['body']) =>
      call(UPDATE_ORGANIZATION_SETTINGS, { body }),
  })
  const { values, set, errors, refusal, isBusy, submit } = form
  const reasons = values.tillReasons as TillReasons
  const roleNames = (ids: string[]) =>
    roles
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ') || '—'
  const onOff = (name: string) => <OnOff key={name} form={form} name={name} isReadOnly={isReadOnly} />
  return (
    <form onSubmit={submit} noValidate>
      <Panels>
        <RefusalAlert refusal={refusal} />
        <FormConflict form={form} texts="settings" show={{ secondFactorRoleIds: roleNames }} />
        <Panel title={t('settings.books')} text={t('settings.booksWhy')}>
          <DateInput
            label={t('settings.closedUntil')}
            description={t('settings.closedUntilWhy')}
            clearable
            readOnly={isReadOnly}
            error={errors.closedUntil}
            value={values.closedUntil as string | null}
            onChange={(day) => set('closedUntil', day)}
          />
          {['allowNegativeStock', 'updateCostOnSupply', 'yearlyNumbering'].map(onOff)}
        </Panel>
        <Panel title={t('settings.vat')}>
          <NumberInput
            label={t('settings.defaultVatRate')}
            description={t('settings.defaultVatRateWhy')}
            suffix=" %"
            readOnly={isReadOnly}
            error={errors.defaultVatRate}
            value={(values.defaultVatRate as number | null) ?? ''}
            onChange={(rate) => set('defaultVatRate', rate === '' ? null : Number(rate))}
          />
          {['vatIncluded', 'recoversVat'].map(onOff)}
        </Panel>
        <Panel title={t('settings.selling')}>
          <NumberInput
            label={t('settings.returnPeriodDays')}
            description={t('settings.returnPeriodDaysWhy')}
            min={0}
            readOnly={isReadOnly}
            error={errors.returnPeriodDays}
            value={(values.returnPeriodDays as number | null) ?? ''}
            onChange={(days) => set('returnPeriodDays', days === '' ? null : Number(days))}
          />
          <Select
            label={t('settings.discountStrategy')}
            allowDeselect={false}
            readOnly={isReadOnly}
            data={DiscountStrategy.options.map((value) => ({ value, label: t(`settings.${value}`) }))}
            value={values.discountStrategy as string}
            onChange={(strategy) => set('discountStrategy', strategy)}
          />
          {['enforceMinPrice', 'autoBarcode'].map(onOff)}
        </Panel>
        <Panel title={t('settings.tillReasons')} text={t('settings.tillReasonsWhy')}>
          {REASON_PURPOSES.map((purpose) => (
            <TagsInput
              key={purpose}
              label={t(`settings.${purpose}`)}
              placeholder={isReadOnly ? '' : t('settings.tillReasonsHint')}
              readOnly={isReadOnly}
              maxTags={MAX_REASONS}
              acceptValueOnBlur
              splitChars={[]}
              error={faultOf(errors, `tillReasons/${purpose}`)}
              value={reasons[purpose]}
              onChange={(list) => set('tillReasons', { ...reasons, [purpose]: list })}
            />
          ))}
          {onOff('onlyListedReasons')}
        </Panel>
        <Panel title={t('settings.safety')} text={t('settings.safetyWhy')}>
          <MultiSelect
            label={t('settings.secondFactorRoleIds')}
            readOnly={isReadOnly}
            data={roles.map(({ id, name }) => ({ value: id, label: name }))}
            value={values.secondFactorRoleIds as string[]}
            onChange={(ids) => set('secondFactorRoleIds', ids)}
          />
        </Panel>
        <div>
          <ActionButton type="submit" loading={isBusy} whyNot={whyNot}>
            {t('record.save')}
          </ActionButton>
        </div>
      </Panels>
    </form>
  )
}

/** Returns the first error of a field or of anything inside it, or undefined without one. */
const faultOf = (errors: FormErrors, path: string): string | undefined =>
  Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}/`))?.[1]

interface OnOffProps {
  form: ContractForm
  name: string
  isReadOnly: boolean
}

function OnOff({ form: { values, set, errors }, name, isReadOnly }: OnOffProps) {
  const t = useText()
  return (
    <Switch
      label={t(`settings.${name}`)}
      description={t(`settings.${name}Why`)}
      disabled={isReadOnly}
      error={errors[name]}
      checked={values[name] === true}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  )
}
