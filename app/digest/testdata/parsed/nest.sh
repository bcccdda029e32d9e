cat >tsconfig.json <<'JS'
{ "compilerOptions": { "module": "commonjs", "target": "es2022", "experimentalDecorators": true, "emitDecoratorMetadata": true, "esModuleInterop": true, "outDir": "dist", "skipLibCheck": true, "types": [] } }
JS
write() {
cat >main.ts <<TS
import 'reflect-metadata'
import { Controller, Get, Injectable, Module, Logger } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

@Injectable()
class Prices {
  find(name: string): { price: number } | undefined { return undefined }
}

@Controller()
class Cart {
  constructor(private prices: Prices) {}
  @Get('cart') cart() { return this.prices.find('tea')!.price }
  @Get('slow') slow() { new Logger('Cart').warn('stock is low'); new Logger('Cart').error('no stock'); return 'x' }
}

@Module({ controllers: [Cart], providers: [$PROVIDERS] })
class App {}

NestFactory.create(App).then((app) => app.listen($PORT))
TS
tsc -p . >/dev/null
}
PROVIDERS= write
once node --enable-source-maps dist/main.js
PROVIDERS=Prices write
serve node dist/main.js
printed "successfully started"
get /cart
get /slow
get /no-such-page
printed "no stock"
finish
