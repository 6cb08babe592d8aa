import { Paper, Stepper } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { PageHeader } from '../page-header.tsx'
import classes from './wizard.module.css'

export interface WizardStep<State> {
  /** Its text is `<texts of the wizard>.step_<key>`. */
  key: string
  Step: (props: StepProps<State>) => ReactNode
}

export interface StepProps<State> {
  state: State
  /** To the next step, with what this one has found out. */
  next: (found: Partial<State>) => void
  back: () => void
  /** From the beginning. */
  restart: () => void
}

export interface WizardDefinition<State> {
  /** The section of texts: `title` and the steps. */
  texts: string
  /** The page that it belongs to; its title is a text. */
  back: { to: string; label: string }
  initial: State
  steps: readonly WizardStep<State>[]
}

export const wizard = <State,>(definition: WizardDefinition<State>): WizardDefinition<State> => definition

/** A work of a few steps, one after another, each with what those before it have found out. */
export function WizardPage<State>({ definition }: { definition: WizardDefinition<State> }) {
  const t = useText()
  const { texts, back, initial, steps } = definition
  const [at, setAt] = useState(0)
  const [state, setState] = useState(initial)
  const Step = steps[at]?.Step
  return (
    <>
      <PageHeader title={t(`${texts}.title`)} back={{ to: back.to, label: t(back.label) }} />
      <div className={classes.wizard}>
        <Stepper active={at} size="sm" mb="lg" allowNextStepsSelect={false}>
          {steps.map(({ key }) => (
            <Stepper.Step key={key} label={t(`${texts}.step_${key}`)} />
          ))}
        </Stepper>
        <Paper className={classes.step} component="section">
          {Step && (
            <Step
              state={state}
              next={(found) => {
                setState({ ...state, ...found })
                setAt(at + 1)
              }}
              back={() => setAt(at - 1)}
              restart={() => {
                setState(initial)
                setAt(0)
              }}
            />
          )}
        </Paper>
      </div>
    </>
  )
}
