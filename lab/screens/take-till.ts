import { it } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { Album, inBothThemes } from './album.ts'
import { openStage } from './stage.ts'
import { type Show, walkSetup, walkTill } from './walk.ts'

const LOOKS = inBothThemes([
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
])

it('takes a picture of every screen of the till', { timeout: 3_600_000 }, async () => {
  await using stage = await openStage()
  await using resources = new AsyncDisposableStack()
  const browser = await openBrowser()
  resources.defer(() => browser.close())
  const album = new Album('till', LOOKS)
  for (const look of LOOKS) {
    const show: Show = (page, name, about) => album.add(page, { name, about, look })
    await walkSetup(browser, stage, look, show)
    await walkTill(browser, stage, look, show)
  }
  album.close('Every screen of the till')
})
