import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { useText } from '../i18n/use-text.ts'
import { contractErrors, type FormErrors, refusalErrors } from './form-errors.ts'

/** A form whose fields are the members of one body of the hub. */
export interface ContractForm {
  text: (name: string) => {
    value: string
    onChange: (event: { currentTarget: { value: string } }) => void
    error: string | undefined
  }
  values: Record<string, unknown>
  /** By pointer: see `FormErrors`. */
  errors: FormErrors
  set: (name: string, value: unknown) => void
  isBusy: boolean
  /** What the hub refused without naming a field of the form. */
  refusal: unknown
  submit: (event: FormEvent) => void
}

/** Checks what was typed by the contract, sends it, and puts what the hub refuses at its fields. */
export function useContractForm(
  contract: z.ZodType,
  begin: Record<string, unknown>,
  send: (values: never) => Promise<unknown>,
): ContractForm {
  const t = useText()
  const [values, setValues] = useState(begin)
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (name: string, value: unknown): void => setValues((before) => ({ ...before, [name]: value }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = contract.safeParse(values)
    setRefusal(null)
    setErrors(parsed.success ? {} : contractErrors(t, parsed.error))
    if (!parsed.success) return
    setBusy(true)
    send(values as never)
      .catch((error: unknown) => {
        const placed = refusalErrors(t, error)
        setErrors(placed)
        const isPlaced = Object.keys(placed).some((name) => name in begin)
        setRefusal(isPlaced ? null : error)
      })
      .finally(() => setBusy(false))
  }
  return {
    text: (name) => ({
      value: (values[name] as string | undefined) ?? '',
      // An empty field is one that is left out.
      onChange: ({ currentTarget }) => set(name, currentTarget.value || undefined),
      error: errors[name],
    }),
    ...{ values, errors, set, isBusy, refusal, submit },
  }
}
