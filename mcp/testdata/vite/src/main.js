document.querySelector('#app').textContent = 'Hello from Vite'
