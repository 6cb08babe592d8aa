import { Alert, Button, Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FISCAL_PROVIDER_LIST,
  FISCAL_SETTINGS,
  FISCAL_TEST_SEND,
  type FiscalSettings,
  FiscalSettingsUpdate,
  UPDATE_FISCAL_SETTINGS,
} from '#shared/contracts/organization/fiscal.ts'
import { call, type Given } from '../../api/call.ts'
import { useNames } from '../../fields/reference.ts'
import { ReferenceSelect } from '../../fields/reference-select.tsx'
import { FormConflict, PlainValue } from '../../forms/form-conflict.tsx'
import { RefusalAlert } from '../../forms/refusal-alert.tsx'
import { useSettingsForm } from '../../forms/use-settings-form.ts'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../../kinds/page-header.tsx'
import { Panel, Panels } from '../../kinds/settings/panel.tsx'
import { ActionButton, useWhyNot } from '../../shell/action-button.tsx'
import { RETAIL_POINT } from '../references.ts'
import { CashBoxFields, type TypedCashBox } from './cash-box-fields.tsx'

type Points = { retailPointId: string; cashBox: TypedCashBox }[]

/** Page of fiscal providers, for the organization and for retail points with their own cash box. */
export function Page() {
  const t = useText()
  const { data } = useQuery({ queryKey: [FISCAL_SETTINGS.path], queryFn: () => call(FISCAL_SETTINGS) })
  const { data: providers } = useQuery({
    queryKey: [FISCAL_PROVIDER_LIST.path],
    queryFn: () => call(FISCAL_PROVIDER_LIST),
  })
  return (
    <>
      <PageHeader title={t('fiscal.title')} />
      {data && providers ? (
        <FiscalForm settings={data} providers={providers} />
      ) : (
        <Loader m="20vh auto" display="block" />
      )}
    </>
  )
}

function FiscalForm({ settings, providers }: { settings: FiscalSettings; providers: readonly string[] }) {
  const t = useText()
  const whyNot = useWhyNot()('organization.update')
  const isReadOnly = whyNot !== undefined
  const pointName = useNames(RETAIL_POINT)
  const form = useSettingsForm({
    contract: FiscalSettingsUpdate,
    settings,
    path: FISCAL_SETTINGS.path,
    bodyOf: ({ updatedAt: _updatedAt, ...body }) => body,
    save: (body: Given<typeof UPDATE_FISCAL_SETTINGS>['body']) => call(UPDATE_FISCAL_SETTINGS, { body }),
  })
  const { values, errors, set, refusal, isBusy, submit } = form
  const points = values.retailPoints as Points
  const isKnown = (id: string) => points.some(({ retailPointId }) => retailPointId === id)
  const addPoint = (id: string | null): void => {
    if (id === null || isKnown(id)) return
    set('retailPoints', [...points, { retailPointId: id, cashBox: { provider: 'None' } }])
  }
  const fields = { providers, isReadOnly, errors }
  return (
    <form onSubmit={submit} noValidate>
      <Panels>
        <RefusalAlert refusal={refusal} />
        <FormConflict
          form={form}
          texts="fiscal"
          labels={{ cashBox: t('fiscal.ofAll'), retailPoints: t('fiscal.points') }}
          show={{
            retailPoints: (all: Points) =>
              all.map(({ retailPointId, cashBox }) => (
                <div key={retailPointId}>
                  {pointName(retailPointId)}
                  <PlainValue texts="fiscal" name="cashBox" value={cashBox} />
                </div>
              )),
          }}
        />
        <Panel title={t('fiscal.ofAll')} text={t('fiscal.ofAllWhy')}>
          <CashBoxFields
            {...fields}
            at="cashBox"
            cashBox={values.cashBox as TypedCashBox}
            onChange={(cashBox) => set('cashBox', cashBox)}
          />
          {settings.cashBox.provider !== 'None' && !isReadOnly && <TestSend />}
        </Panel>
        {points.map(({ retailPointId, cashBox }, i) => (
          <Panel key={retailPointId} title={pointName(retailPointId) ?? ''} text={t('fiscal.ofPointWhy')}>
            <CashBoxFields
              {...fields}
              at={`retailPoints/${i}/cashBox`}
              cashBox={cashBox}
              onChange={(changed) => set('retailPoints', points.with(i, { retailPointId, cashBox: changed }))}
            />
            {settings.retailPoints.some(
              (saved) => saved.retailPointId === retailPointId && saved.cashBox.provider !== 'None',
            ) &&
              !isReadOnly && <TestSend retailPointId={retailPointId} />}
            {!isReadOnly && (
              <div>
                <Button
                  variant="subtle"
                  color="red"
                  onClick={() =>
                    set(
                      'retailPoints',
                      points.filter((_, at) => at !== i),
                    )
                  }
                >
                  {t('fiscal.removePoint')}
                </Button>
              </div>
            )}
          </Panel>
        ))}
        {!isReadOnly && (
          <Panel title={t('fiscal.points')} text={t('fiscal.pointsWhy')}>
            <AddPoint onAdd={addPoint} />
          </Panel>
        )}
        <div>
          <ActionButton type="submit" loading={isBusy} whyNot={whyNot}>
            {t('record.save')}
          </ActionButton>
        </div>
      </Panels>
    </form>
  )
}

function AddPoint({ onAdd }: { onAdd: (id: string | null) => void }) {
  const t = useText()
  // Incremented to reset the select after each choice.
  const [round, setRound] = useState(0)
  return (
    <ReferenceSelect
      key={round}
      to={RETAIL_POINT}
      label={t('fiscal.addPoint')}
      value={null}
      onChange={(id) => {
        onAdd(id)
        setRound(round + 1)
      }}
    />
  )
}

/** Button that sends a test to the saved cash box, not to the entered one. */
function TestSend({ retailPointId }: { retailPointId?: string }) {
  const t = useText()
  const test = useMutation({
    mutationFn: () =>
      call(FISCAL_TEST_SEND, {
        query: retailPointId === undefined ? {} : { retailPointId },
        timeoutMs: 90_000,
      }),
  })
  const { data } = test
  return (
    <div>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        {t('fiscal.test')}
      </Button>
      <RefusalAlert refusal={test.error} mt="sm" />
      {data && (
        <Alert color="teal" mt="sm" role="status">
          {data.state === 'Done' ? t('fiscal.tested', { sign: data.sign }) : t('fiscal.testPending')}
        </Alert>
      )}
    </div>
  )
}
