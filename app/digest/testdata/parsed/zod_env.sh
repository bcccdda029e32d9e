cat >env.mjs <<'JS'
import { z } from 'zod'

const Env = z.object({ DATABASE_URL: z.url(), SHOP_PORT: z.coerce.number() })
export const env = Env.parse(process.env)
JS
cat >check.mjs <<'JS'
import { z } from 'zod'
const r = z.object({ STRIPE_KEY: z.string() }).safeParse(process.env)
if (!r.success) {
  console.error('❌ Invalid environment variables:', z.flattenError(r.error).fieldErrors)
  process.exit(1)
}
JS
once node check.mjs
once node env.mjs
