cat >Shop.java <<'JAVA'
import com.sun.net.httpserver.*;
import java.io.*;
import java.net.*;
import java.util.concurrent.*;
import java.util.logging.*;

public class Shop {
    static final Logger log = Logger.getLogger("shop");

    static int price(String name) {
        throw new IllegalArgumentException("no price for " + name);
    }

    static void serve(HttpExchange x) throws IOException {
        try {
            price("tea");
        } catch (IllegalArgumentException e) {
            log.log(Level.SEVERE, "request failed", new UncheckedIOException("cart is broken", new IOException(e)));
        }
        x.sendResponseHeaders(500, -1);
        x.close();
    }

    public static void main(String[] args) throws Exception {
        HttpServer s = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        s.createContext("/cart", Shop::serve);
        s.start();
        System.out.println("listening, 0 errors");
        Thread t = new Thread(() -> price("milk"), "prices");
        t.start();
        t.join();
        log.warning("stock is low");
        CompletableFuture.supplyAsync(() -> price("jam")).get();
    }
}
JAVA
javac -d . Shop.java
serve java -cp . Shop $PORT
printed "ExecutionException"
get /cart
printed "cart is broken"
finish
