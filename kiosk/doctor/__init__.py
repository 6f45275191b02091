"""The system check: findings about the machine and its files, with commands that fix problems.

As it runs if something is broken, only its screen needs Kivy or any other package.
"""
