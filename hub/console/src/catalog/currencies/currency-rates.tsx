import { ActionIcon, Button, Group, Paper, Table, Text, Title } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  CURRENCIES,
  CURRENCY_RATES,
  type Currency,
  REMOVE_CURRENCY_RATE,
  SET_CURRENCY_RATE,
} from '#shared/contracts/catalog/currencies.ts'
import { toWallClock } from '#shared/std/zone-time.ts'
import { useFormat } from '#shared/ui/i18n/format-context.tsx'
import { call } from '../../api/call.ts'
import { useMay } from '../../api/may.ts'
import { useOrganization } from '../../api/use-organization.ts'
import { DecimalInput } from '../../fields/decimal-input.tsx'
import { type FormErrors, refusalErrors } from '../../forms/form-errors.ts'
import { useText } from '../../i18n/use-text.ts'
import { showProblem } from '../../shell/messages.ts'
import panel from '../panel.module.css'

/** Lists exchange rates by day, latest first. Each is valid until the next. */
export function CurrencyRates({ currency: { id, isDefault } }: { currency: Currency }) {
  const t = useText()
  const { date, number } = useFormat()
  const client = useQueryClient()
  const mayChange = useMay()('catalog.update')
  const { data } = useQuery({
    queryKey: [CURRENCIES.base, 'rates', id],
    queryFn: ({ signal }) => call(CURRENCY_RATES, { params: { id }, query: { pageSize: 100 }, signal }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: [CURRENCIES.base] })
  const remove = useMutation({
    mutationFn: (day: string) => call(REMOVE_CURRENCY_RATE, { params: { id, day } }),
    onError: (error) => showProblem(t, error),
    onSettled: refresh,
  })
  return (
    <Paper component="section" className={panel.panel}>
      <Title order={2} className={panel.title}>
        {t('currencies.rates')}
      </Title>
      {isDefault ? (
        <Text size="sm">{t('currencies.accounting')}</Text>
      ) : (
        <>
          {mayChange && <NewRate id={id} onDone={refresh} />}
          {data?.items.length === 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('currencies.noRates')}
            </Text>
          )}
          {data && data.items.length > 0 && (
            <Table aria-label={t('currencies.rates')} mt="sm" horizontalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('currencies.day')}</Table.Th>
                  <Table.Th className="number">{t('currencies.rate')}</Table.Th>
                  <Table.Th className="number">{t('currencies.multiplicity')}</Table.Th>
                  {mayChange && <Table.Th />}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.items.map(({ day, rate, multiplicity }) => (
                  <Table.Tr key={day}>
                    <Table.Td>{date(day)}</Table.Td>
                    <Table.Td className="number">{rate}</Table.Td>
                    <Table.Td className="number">{number(multiplicity)}</Table.Td>
                    {mayChange && (
                      <Table.Td w={36}>
                        <ActionIcon
                          size={26}
                          aria-label={t('currencies.removeRate', { day: date(day) })}
                          onClick={() => remove.mutate(day)}
                        >
                          <IconX size={15} aria-hidden />
                        </ActionIcon>
                      </Table.Td>
                    )}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </>
      )}
    </Paper>
  )
}

function NewRate({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useText()
  const timeZone = useOrganization()?.timeZone ?? 'UTC'
  const [day, setDay] = useState<string | null>(() =>
    toWallClock(new Date().toISOString(), timeZone).slice(0, 10),
  )
  const [rate, setRate] = useState<number | null>(null)
  const [multiplicity, setMultiplicity] = useState<number | null>(1)
  const [errors, setErrors] = useState<FormErrors>({})
  const set = useMutation({
    mutationFn: () =>
      call(SET_CURRENCY_RATE, {
        params: { id },
        body: { day: day ?? '', rate: rate ?? 0, multiplicity: multiplicity ?? 1 },
      }),
    onSuccess: () => {
      setRate(null)
      setErrors({})
      onDone()
    },
    onError: (error) => {
      const found = refusalErrors(t, error)
      setErrors(found)
      if (Object.keys(found).length === 0) showProblem(t, error)
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (day && rate) set.mutate()
    else setErrors({ ...(!day && { day: t('fault.required') }), ...(!rate && { rate: t('fault.required') }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} align="flex-start" wrap="nowrap">
        <DateInput label={t('currencies.day')} value={day} onChange={setDay} error={errors.day} />
        <DecimalInput
          label={t('currencies.rate')}
          places={6}
          min={0}
          value={rate}
          onChange={setRate}
          error={errors.rate}
        />
        <DecimalInput
          label={t('currencies.units')}
          w={90}
          places={0}
          min={1}
          value={multiplicity}
          onChange={setMultiplicity}
          error={errors.multiplicity}
        />
      </Group>
      <Button type="submit" mt={8} size="compact-md" variant="default" loading={set.isPending}>
        {t('currencies.setRate')}
      </Button>
    </form>
  )
}
