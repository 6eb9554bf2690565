import { existsSync } from 'node:fs'
import { addServerFoldersToPath, installPackages, mayInstall, which } from './debian.mjs'

/** The programs without which some tests are skipped, Debian's packages of them, and the test files that use them. */
const PROGRAMS = [
  { needs: ['redis-server'], packages: ['redis-server'], usedBy: /^apps\/server\// },
  { needs: ['haproxy'], packages: ['haproxy'], usedBy: /^apps\/server\// },
  { needs: ['ps'], packages: ['procps'], usedBy: /^apps\/server\// },
  { needs: ['git'], packages: ['git'], usedBy: /^apps\/server\/test\/architecture\/mutants/ },
  { needs: ['/usr/bin/firefox-esr'], packages: ['firefox-esr'], usedBy: /^e2e\/engines\// },
  {
    needs: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
    usedBy: /^e2e\/engines\//,
  },
]

/** As root on Debian, installs what these test files need. Elsewhere it names what is missing. */
export async function ensureTestPrograms(files) {
  addServerFoldersToPath()
  for (const { needs, packages, usedBy } of PROGRAMS) {
    const isThere = () => needs.every((one) => (one.startsWith('/') ? existsSync(one) : which(one)))
    if (isThere() || !files.some((file) => usedBy.test(file))) continue
    if (mayInstall() && (await installPackages(packages)) && isThere()) continue
    console.log(
      `Tests are skipped for lack of ${packages.join(' and ')} (apt-get install ${packages.join(' ')}).`,
    )
  }
}
