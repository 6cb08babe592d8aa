import { Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PERMISSION_GROUPS } from '#shared/contracts/organization/employee-roles.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/use-text.ts'
import type { CustomInput } from '../../kinds/record/record-definition.ts'
import classes from './roles.module.css'

/**
 * All permissions of a role, grouped by area and written as sentences. Users cannot grant permissions that
 * they do not have.
 */
export function PermissionMatrix({ value, onChange, isReadOnly, error }: CustomInput) {
  const t = useText()
  const { i18n } = useTranslation()
  const language = i18n.language === 'en' ? 'en' : 'ru'
  const { data } = useQuery({
    queryKey: [PERMISSION_GROUPS.path],
    queryFn: () => call(PERMISSION_GROUPS),
    staleTime: 300_000,
  })
  const given = (value as string[] | undefined) ?? []
  return (
    <Stack gap="lg">
      {error && (
        <Text c="var(--bad-text)" role="alert">
          {error}
        </Text>
      )}
      {data?.groups.map(({ area, title, permissions }) => {
        const mine = permissions.filter(({ isHeld }) => isHeld).map(({ name }) => name)
        const count = mine.filter((name) => given.includes(name)).length
        return (
          <fieldset key={area} className={classes.area}>
            <legend>
              <Checkbox
                label={title[language]}
                fw={600}
                disabled={isReadOnly || mine.length === 0}
                checked={mine.length > 0 && count === mine.length}
                indeterminate={count > 0 && count < mine.length}
                onChange={(event) => {
                  const others = given.filter((name) => !mine.some((own) => own === name))
                  onChange(event.currentTarget.checked ? [...others, ...mine] : others)
                }}
              />
            </legend>
            <div className={classes.permissions}>
              {permissions.map(({ name, description, isHeld }) => (
                <Checkbox
                  key={name}
                  label={description[language]}
                  disabled={isReadOnly || !isHeld}
                  title={isHeld ? undefined : t('roles.notHeld')}
                  checked={given.includes(name)}
                  onChange={(event) =>
                    onChange(
                      event.currentTarget.checked
                        ? [...given, name]
                        : given.filter((other) => other !== name),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        )
      })}
    </Stack>
  )
}
