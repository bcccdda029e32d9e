cat >Main.java <<'JAVA'
import java.util.*;

public class Main {
    static int price(Map<String, Integer> prices, String name) {
        return prices.get(name);
    }

    public static void main(String[] args) {
        System.out.println("starting");
        try {
            price(new HashMap<>(), "tea");
        } catch (NullPointerException e) {
            throw new IllegalStateException("no price", e);
        }
    }
}
JAVA
once "javac Main.java && java -cp . Main"
sed -i 's/"starting"/starting/; s/"no price", e)/"no price", e/' Main.java
once javac Main.java
sed -i 's/"no price", e;/"no price", e);/' Main.java
once javac Main.java
