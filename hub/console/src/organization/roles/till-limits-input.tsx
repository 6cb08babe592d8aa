import { Checkbox, NumberInput, Stack } from '@mantine/core'
import { NO_LIMITS, TillLimits } from '#shared/domain/till-limits.ts'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'
import classes from './roles.module.css'

const SWITCHES = Object.keys(TillLimits.shape).filter(
  (name): name is Exclude<keyof TillLimits, 'maxDiscountPercent'> => name !== 'maxDiscountPercent',
)

/** Input for the role's limits at tills. They apply within those of the retail point. */
export function TillLimitsInput({ value, onChange, isReadOnly, errorAt }: CustomInput) {
  const t = useText()
  const limits = (value as TillLimits | undefined) ?? NO_LIMITS
  return (
    <Stack>
      <NumberInput
        label={t('roles.maxDiscountPercent')}
        w={260}
        min={0}
        max={100}
        suffix=" %"
        readOnly={isReadOnly}
        error={errorAt('maxDiscountPercent')}
        value={limits.maxDiscountPercent}
        onChange={(next) => onChange({ ...limits, maxDiscountPercent: next === '' ? 0 : Number(next) })}
      />
      <div className={classes.permissions} style={{ paddingLeft: 0 }}>
        {SWITCHES.map((name) => (
          <Checkbox
            key={name}
            label={t(`roles.${name}`)}
            disabled={isReadOnly}
            checked={limits[name]}
            error={errorAt(name)}
            onChange={(event) => onChange({ ...limits, [name]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Stack>
  )
}
