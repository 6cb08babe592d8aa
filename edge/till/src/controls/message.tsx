import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

interface MessageAction {
  label: string
  onPress: () => void
}

/** A short message in the lower left corner, away from the total and from Pay. */
export function showMessage(text: string, action?: MessageAction): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text>{text}</Text>
        {action && (
          <Button
            variant="light"
            size="md"
            h={44}
            flex="none"
            onClick={() => {
              notifications.hide(id)
              action.onPress()
            }}
          >
            {action.label}
          </Button>
        )}
      </Group>
    ),
    autoClose: action ? 8000 : 4000,
    color: 'ink',
    withCloseButton: false,
  })
}

/** Something was refused: stays longer, and the edge of the page flashes, without a sound. */
export function showProblem(text: string): void {
  notifications.show({
    message: <Text fw={600}>{text}</Text>,
    color: 'red.8',
    autoClose: 8000,
    role: 'alert',
  })
  flash()
}

function flash(): void {
  const frame = document.createElement('div')
  frame.className = 'flash'
  document.body.append(frame)
  const fading = frame.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 700, easing: 'ease-in' })
  fading.onfinish = () => frame.remove()
}
